import OnAirPulse
import Testing

@Suite("PulseSource")
struct PulseSourceTests {
    @Test("The default comes first, unplugged sockets after plugged ones, monitors last")
    func order() {
        let sources = [
            PulseSource(name: "speakers.monitor", description: "", isMonitor: true),
            PulseSource(name: "jack", description: "", isAvailable: false),
            PulseSource(name: "webcam", description: ""),
            PulseSource(name: "headset", description: "", isDefault: true),
            PulseSource(name: "line", description: ""),
        ]
        #expect(
            PulseSource.inOrderOfUse(sources).map(\.name)
                == ["headset", "webcam", "line", "jack", "speakers.monitor"])
    }

    @Test("A default that is a monitor does not come before a microphone")
    func defaultMonitor() {
        let sources = [
            PulseSource(name: "hdmi.monitor", description: "", isMonitor: true),
            PulseSource(name: "speakers.monitor", description: "", isMonitor: true, isDefault: true),
            PulseSource(name: "webcam", description: ""),
        ]
        #expect(
            PulseSource.inOrderOfUse(sources).map(\.name) == ["webcam", "speakers.monitor", "hdmi.monitor"])
    }
}
