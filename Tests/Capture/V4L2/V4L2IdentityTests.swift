import OnAirCapture
import Testing

struct V4L2IdentityTests {
    private let left = V4L2Identity(card: "HD Webcam", bus: "usb-0000:00:14.0-1")
    private let right = V4L2Identity(card: "HD Webcam", bus: "usb-0000:00:14.0-2")
    private let serial = V4L2Identity(card: "C920", bus: "usb-0000:00:14.0-3", serial: "046d:082d:1A2B")

    @Test func namesTellEqualCamerasApartAndNeedNoQuotes() {
        let names = V4L2Identity.names(of: [left, right, serial])
        #expect(
            names == [
                "v4l2:HD_Webcam@usb-0000:00:14.0-1", "v4l2:HD_Webcam@usb-0000:00:14.0-2", "v4l2:C920@046d:082d:1A2B",
            ])
        var twin = serial
        twin.bus = "usb-0000:00:14.0-4"
        #expect(Set(V4L2Identity.names(of: [serial, twin])).count == 2)
        let odd = V4L2Identity(card: "Caméra $(rm) 'x';", bus: "a b")
        #expect(odd.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-:/@+".contains($0)) })
    }

    @Test func theSerialNumberIsFollowedToAnotherSocket() {
        var moved = serial
        moved.bus = "usb-0000:00:14.0-7"
        #expect(V4L2Identity.index(of: serial.name, among: [left, moved]) == 1)
        let other = V4L2Identity(card: "C920", bus: "usb-0000:00:14.0-3", serial: "046d:082d:FFFF")
        #expect(V4L2Identity.index(of: serial.name, among: [left, other]) == nil)
    }

    @Test func withoutASerialNumberTheSocketCountsAndThenTheOnlyOneOfThatName() {
        #expect(V4L2Identity.index(of: right.name, among: [left, right]) == 1)
        var moved = right
        moved.bus = "usb-0000:00:14.0-9"
        #expect(V4L2Identity.index(of: right.name, among: [serial, moved]) == 1)
        #expect(V4L2Identity.index(of: right.name, among: [left, moved]) == nil)
    }

    @Test func theRegisterKeepsANameThroughASocketAndTakesNobodyElseForIt() {
        var register = V4L2Register()
        #expect(register.names(of: [left, right]) == [left.name, right.name])
        // The left one is away: the right one is not taken for it.
        #expect(register.names(of: [right]) == [right.name])
        var moved = left
        moved.bus = "usb-0000:00:14.0-9"
        #expect(register.names(of: [moved, right]) == [left.name, right.name])
        #expect(register.names(of: [right, left]) == [right.name, left.name])
    }
}
