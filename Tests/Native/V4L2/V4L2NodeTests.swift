import COnAirV4L2
import Glibc
import OnAirMedia
import OnAirV4L2
import Testing

@Suite struct V4L2NodeTests {
    @Test func missingNodeIsATypedError() {
        #expect(throws: V4L2Error("open", ENOENT, path: "/dev/no-such-video")) {
            try V4L2Node(path: "/dev/no-such-video")
        }
    }

    @Test func interruptedCallIsMadeAgain() throws {
        let calls = Lock(0)
        let node = V4L2Node(path: "/dev/video9") { request, argument in
            #expect(request == onair_v4l2_g_input)
            argument.storeBytes(of: 7, as: Int32.self)
            return calls.withLock { calls in
                calls += 1
                return calls == 1 ? EINTR : 0
            }
        }
        var input: Int32 = 0
        try node.call(onair_v4l2_g_input, &input, "VIDIOC_G_INPUT")
        #expect(input == 7)
        #expect(calls.withLock { $0 } == 2)
    }
}
