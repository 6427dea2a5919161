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

    @Test("A source that is described by a node's name has the best of its other names")
    func words() {
        func words(_ description: String?, _ others: String?...) -> String {
            PulseSource.words(name: "lb_mic", description: description, others: others)
        }
        #expect(words("pw-loopback-18083", "pw-loopback-18083", nil, "Desk microphone") == "Desk microphone")
        #expect(words("Webcam Mono", "USB") == "Webcam Mono")
        #expect(words("pw-loopback-18083", nil, nil, "loopback-18083") == "pw-loopback-18083")
        #expect(words("lb_mic", nil, "Headset") == "Headset")
        #expect(words(nil, nil) == "lb_mic" && words("", "") == "lb_mic")
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
