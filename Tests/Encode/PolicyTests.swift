import OnAirEncode
import Testing

@Suite("Keyframe schedule and packet admission")
struct PolicyTests {
    @Test("Keyframes come by the grid, on demand, and count anew from each")
    func schedule() {
        var schedule = KeyframeSchedule(interval: 10)
        let asked: Set<Int64> = [13, 14]
        let keys = (Int64(5)...50).filter { schedule.take(index: $0, isRequested: asked.contains($0)) }
        #expect(keys == [5, 13, 14, 24, 34, 44])
    }

    @Test("Pictures left out do not stretch a group")
    func scheduleWithHoles() {
        var schedule = KeyframeSchedule(interval: 10)
        let keys = stride(from: Int64(0), to: 60, by: 3).filter { schedule.take(index: $0, isRequested: false) }
        #expect(keys == [0, 12, 24, 36, 48])
    }

    @Test("After a lost packet nothing goes on until a keyframe has")
    func admission() {
        var admission = PacketAdmission()
        #expect(admission.admits(isKeyframe: false))
        admission.note(isKeyframe: false, wasTaken: false)
        #expect(!admission.admits(isKeyframe: false) && admission.admits(isKeyframe: true))
        admission.note(isKeyframe: true, wasTaken: false)
        #expect(admission.isWaitingForKeyframe)
        admission.note(isKeyframe: true, wasTaken: true)
        #expect(admission.admits(isKeyframe: false) && !admission.isWaitingForKeyframe)
    }
}
