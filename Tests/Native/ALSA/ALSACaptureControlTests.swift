import OnAirALSA
import Testing

@Suite("ALSACaptureControl")
struct ALSACaptureControlTests {
    private func silencer(_ controls: ALSACaptureControl...) -> String? {
        ALSACaptureControl.silencer(among: controls)?.name
    }

    @Test("A microphone that is switched off, or at zero, hears nothing")
    func silent() {
        #expect(silencer(.init(name: "Mic", isOn: false, percent: 60)) == "Mic")
        #expect(silencer(.init(name: "Mic", isOn: true, percent: 0)) == "Mic")
        #expect(silencer(.init(name: "Capture", isOn: true, percent: 50), .init(name: "Boost", percent: 0)) == nil)
        #expect(silencer(.init(name: "Capture", isOn: true), .init(name: "Mic Boost", percent: 0)) == nil)
    }

    @Test("One of several inputs that is on is enough, and a card without a mixer hears")
    func heard() {
        #expect(silencer(.init(name: "Line", isOn: false), .init(name: "Mic", isOn: true, percent: 30)) == nil)
        #expect(silencer() == nil)
        #expect(silencer(.init(name: "Capture", percent: 1)) == nil)
    }
}
