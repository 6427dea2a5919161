import OnAirMedia
import OnAirPicture
import Testing

struct CameraTransitionTests {
    static let size = PictureSize(width: 64, height: 48)

    /// Counts the pictures it sees and inverts luma.
    final class Inverter: PictureFilter {
        let name = "inverter"
        private let seen = Lock<[Int]>([])
        var lumas: [Int] { seen.withLock { $0 } }

        func process(_ picture: inout MutablePicture, at time: MediaTime) {
            picture.withMutablePlane(0) { plane in
                seen.withLock { $0.append(Int(plane.base[0])) }
                for row in 0..<plane.rows {
                    for x in 0..<plane.bytesPerRow {
                        plane.base[row * plane.stride + x] = 251 - plane.base[row * plane.stride + x]
                    }
                }
            }
        }
    }

    @Test("Another camera fades in from the old one's last picture, before the filter, and lands where it should")
    func fade() {
        let filter = Inverter()
        var values = PictureControls.Values(streamSize: Self.size)
        values.cameraTransition = PictureTransition(.fade, duration: MediaTime(value: 4, timescale: 10))
        values.filters = [filter]
        let rig = MixRig(values)
        rig.step(.flat(Self.size, 40), source: 0)
        let shown = [140, 150, 160, 170, 180].map { rig.step(.flat(Self.size, $0), source: 1)?.at(3, 3) ?? 0 }
        // What the filter saw: 40, then from 40 to the camera's present picture.
        let mixed = [40, 40, (3 * 40 + 150) / 4, 100, (40 + 3 * 170) / 4, 180]
        #expect(zip(filter.lumas, mixed).allSatisfy { abs($0 - $1) <= 1 } && filter.lumas.count == 6)
        #expect(zip(shown, mixed.dropFirst()).allSatisfy { abs($0 - (251 - $1)) <= 1 })
    }

    @Test(
        "Between cameras every kind ends in the new picture; a move is a fade",
        arguments: PictureTransition.Kind.allCases)
    func kinds(_ kind: PictureTransition.Kind) {
        var values = PictureControls.Values(streamSize: Self.size)
        values.cameraTransition = PictureTransition(kind, duration: MediaTime(value: 2, timescale: 10))
        let rig = MixRig(values)
        let (old, new) = (TestPicture.noise(Self.size, seed: 1), TestPicture.noise(Self.size, seed: 2))
        rig.step(old, source: 4)
        let first = rig.step(new, source: 5)
        let second = rig.step(new, source: 5)
        let third = rig.step(new, source: 5)
        let (oldBytes, newBytes) = (
            old.make(0, at: HostTime(nanoseconds: 0)).bytes, new.make(0, at: HostTime(nanoseconds: 0)).bytes
        )
        #expect(first?.bytes == (kind == .cut ? newBytes : oldBytes) && third?.bytes == newBytes)
        #expect((second?.bytes == newBytes) == (kind == .cut))
        if kind == .move || kind == .fade {
            #expect(isMean(second?.bytes ?? [], of: oldBytes, newBytes))
        }
    }

    @Test("The same camera goes on without a transition, whatever its numbers do")
    func sameCamera() {
        var values = PictureControls.Values(streamSize: Self.size)
        values.cameraTransition = PictureTransition(.fade, duration: MediaTime(value: 10, timescale: 10))
        let rig = MixRig(values)
        rig.step(.flat(Self.size, 40), source: 1)
        for luma: UInt8 in [80, 120, 160] {
            #expect(rig.step(.flat(Self.size, luma), source: 1)?.at(0, 0) == Int(luma))
        }
    }

    @Test("A third camera in the midst of it takes over from what is seen; a silent one fades all the same")
    func third() {
        var values = PictureControls.Values(streamSize: Self.size)
        values.cameraTransition = PictureTransition(.fade, duration: MediaTime(value: 4, timescale: 10))
        let rig = MixRig(values)
        rig.step(.flat(Self.size, 40), source: 0)
        rig.step(.flat(Self.size, 200), source: 1)
        #expect(rig.step()?.at(0, 0) == 80)
        #expect(rig.step()?.at(0, 0) == 120)
        // At this tick the second camera would show 160; the third one starts from there.
        #expect(rig.step(.flat(Self.size, 20), source: 2)?.at(0, 0) == 160)
        rig.step()
        #expect(rig.step()?.at(0, 0) == 90)
        rig.step()
        #expect(rig.step()?.at(0, 0) == 20)
        rig.step()
        #expect(rig.shown.last?.isRepeat == true)
    }
}
