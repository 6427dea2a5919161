import Glibc
import OnAirMedia
import OnAirPicture
import Testing

struct MixingValuesTests {
    @Test("An animation shows each picture for its time, plays as often as it says, and keeps its last picture")
    func animation() {
        let bitmap = ImageBitmap.grey(1, 1)
        let lengths: [Int64] = [100, 40, 260]
        let frames = lengths.map { ImageSequence.Frame(bitmap: bitmap, duration: .milliseconds($0)) }
        let twice = AnimationTimes(ImageSequence(frames: frames, plays: 2))
        let forever = AnimationTimes(ImageSequence(frames: frames))
        for millisecond: Int64 in 0..<2_000 {
            // By walking, not by dividing.
            var (rest, frame) = (millisecond % 400, 0)
            while rest >= lengths[frame] {
                rest -= lengths[frame]
                frame += 1
            }
            #expect(forever.frame(at: .milliseconds(millisecond)) == frame)
            #expect(twice.frame(at: .milliseconds(millisecond)) == (millisecond < 800 ? frame : 2))
            #expect(twice.isOver(at: .milliseconds(millisecond)) == (millisecond >= 800))
            #expect(!forever.isOver(at: .milliseconds(millisecond)))
        }
        #expect(forever.frame(at: .milliseconds(-5)) == 0)
    }

    @Test("A transition is at 0 when it starts, at ½ half way, at 1 at its end and after; a cut at once")
    func progress() {
        let start = MediaTime(value: 7, timescale: 30)
        let running = RunningTransition(.init(.fade, duration: MediaTime(value: 1, timescale: 2)), start: start)
        #expect(running.progress(at: start) == 0)
        #expect(running.progress(at: start + .milliseconds(250)) == 0.5)
        #expect(running.progress(at: start + .milliseconds(500)) == 1)
        #expect(running.progress(at: start + .milliseconds(9_000)) == 1)
        #expect(RunningTransition(.cut, start: start).progress(at: start) == 1)
        #expect(RunningTransition(.init(.fade, duration: .milliseconds(-4)), start: start).progress(at: start) == 1)
        #expect(RunningTransition(.init(.cut, duration: .milliseconds(900)), start: start).progress(at: start) == 1)
    }

    @Test("Every kind shows all of the old picture at 0 and all of the new one at 1")
    func ends() {
        let size = PictureSize(width: 320, height: 180)
        for kind in PictureTransition.Kind.allCases where kind != .cut {
            #expect(TransitionFrame(kind, progress: 0, size: size) == .old)
            #expect(TransitionFrame(kind, progress: 1, size: size) == .new)
        }
        #expect(TransitionFrame(.fade, progress: 0.25, size: size) == .fade(amount: 64))
        #expect(TransitionFrame(.pushLeft, progress: 0.5, size: size) == .push(x: -160, y: 0))
        #expect(TransitionFrame(.pushRight, progress: 0.5, size: size) == .push(x: 160, y: 0))
        #expect(TransitionFrame(.pushUp, progress: 0.5, size: size) == .push(x: 0, y: -90))
        #expect(TransitionFrame(.pushDown, progress: 0.5, size: size) == .push(x: 0, y: 90))
        #expect(TransitionFrame(.blur, progress: 0.5, size: size) == .blur(amount: 128, radius: 9))
        #expect(TransitionFrame(.flash, progress: 0.25, size: size) == .brightOld(amount: 128))
        #expect(TransitionFrame(.flash, progress: 0.75, size: size) == .brightNew(amount: 128))
        #expect(TransitionFrame(.move, progress: 0.5, size: size) == .fade(amount: 128))
    }

    @Test("A push never goes back, gets going and comes to rest gently")
    func push() {
        var last = 0
        var steps: [Int] = []
        for step in 1..<60 {
            guard
                case .push(let x, 0) = TransitionFrame(
                    .pushLeft, progress: Double(step) / 60, size: .init(width: 1280, height: 720))
            else { continue }
            #expect(x <= last && x % 2 == 0)
            steps.append(last - x)
            last = x
        }
        #expect(steps.count == 59 && steps[0] < 4 && (steps.max() ?? 0) < 34)
    }

    @Test("Layers of both scenes keep the new order; those that go lie above what they lay above")
    func order() {
        func entries(_ old: [LayerID], _ new: [LayerID]) -> [String] {
            MoveOrder(from: old, to: new).entries.map { entry in
                let (before, after) = (entry.old.map { "\(old[$0])" } ?? "-", entry.new.map { "\(new[$0])" } ?? "-")
                return before + after
            }
        }
        #expect(entries(["a", "b", "c"], ["a", "b", "c"]) == ["aa", "bb", "cc"])
        #expect(entries(["a", "b", "c"], ["c", "a"]) == ["cc", "aa", "b-"])
        #expect(entries(["a", "b"], ["x", "a", "y"]) == ["-x", "aa", "b-", "-y"])
        #expect(entries(["a", "b"], []) == ["a-", "b-"])
        #expect(entries([], ["a"]) == ["-a"])
        #expect(entries(["b", "a"], ["a"]) == ["b-", "aa"])
    }

    @Test("Zoom glides by equal factors about its middle, from wherever it is; what is out of range is clamped")
    func zoom() {
        var ramp = ZoomRamp()
        let second = MediaTime(value: 1, timescale: 1)
        ramp.set(PictureZoom(4, duration: second), at: .zero)
        #expect(ramp.factor(at: .zero) == 1)
        #expect(abs(ramp.factor(at: .milliseconds(500)) - 2) < 1e-12)
        #expect(ramp.factor(at: second) == 4)
        for step: Int64 in 1...100 {
            #expect(ramp.factor(at: .milliseconds(10 * step)) > ramp.factor(at: .milliseconds(10 * step - 10)))
        }
        let here = ramp.factor(at: .milliseconds(300))
        ramp.set(PictureZoom(1, duration: second), at: .milliseconds(300))
        #expect(ramp.factor(at: .milliseconds(300)) == here && ramp.factor(at: .milliseconds(1_300)) == 1)
        for (asked, given) in [(0.0, 1.0), (-.infinity, 1), (9, 8), (.infinity, 8), (.nan, 1), (3.5, 3.5)] {
            ramp.set(PictureZoom(asked), at: second)
            #expect(ramp.factor(at: second) == given)
        }
    }

    @Test("What zoom leaves is the middle, to the pixel, at even places")
    func zoomCut() {
        for width in stride(from: 16, through: 1920, by: 148) {
            let upright = PictureSize(width: width, height: width / 2 / 2 * 2)
            for zoom in [1.0, 1.01, 1.5, 2, 3.7, 8] {
                let rect = CameraCut.rect(
                    upright: upright, canvas: upright, part: PictureRect(upright), zoom: zoom)
                #expect(rect.x % 2 == 0 && rect.y % 2 == 0 && rect.width >= 1 && rect.height >= 1)
                #expect(2 * rect.x + rect.width == width && 2 * rect.y + rect.height == upright.height)
                #expect(abs(Double(rect.width) - Double(width) / zoom) <= 4)
            }
        }
    }

    @Test("Crop, then scale: 640x480 on a canvas of 360x640 is (0.125, 0, 0.75, 1) of the upright picture")
    func specExample() {
        let canvas = PictureSize(width: 360, height: 640)
        // Portrait: the camera's 640x480 stands upright as 480x640.
        let rect = CameraCut.rect(
            upright: PictureSize(width: 480, height: 640), canvas: canvas, part: PictureRect(canvas), zoom: 1)
        let fraction = rect.fraction(of: PictureSize(width: 480, height: 640))
        #expect(fraction.x == Rational(1, 8) && fraction.y == Rational(0))
        #expect(fraction.width == Rational(3, 4) && fraction.height == Rational(1))
    }

    @Test("The slate comes after two seconds of silence and goes with the next picture; never before the first")
    func slate() {
        var rule = SlateRule()
        #expect(!rule.isDue(at: .milliseconds(60_000)))
        rule.pictureCame(at: .milliseconds(1_000))
        #expect(!rule.isDue(at: .milliseconds(2_999)) && rule.isDue(at: .milliseconds(3_000)))
        rule.pictureCame(at: .milliseconds(3_500))
        #expect(!rule.isDue(at: .milliseconds(3_500)))
    }

    @Test("The camera is worked on at the stream's size while nobody looks, else so that both have what they need")
    func base() {
        let (wide, small) = (PictureSize(width: 1280, height: 720), PictureSize(width: 640, height: 360))
        let square = PictureSize(width: 400, height: 400)
        func base(_ canvas: PictureSize, _ stream: PictureSize, _ isWatched: Bool, _ isWhole: Bool) -> CameraBase {
            CameraBase(canvas: canvas, stream: stream, isWatched: isWatched, isWhole: isWhole)
        }
        #expect(base(wide, small, false, true).size == small)
        #expect(base(wide, small, true, true).size == wide)
        #expect(base(small, wide, true, true).size == wide)
        // A square stream shows the middle of a wide canvas.
        let cut = PictureRect(x: 280, y: 0, width: 720, height: 720)
        #expect(base(wide, square, false, true).part == cut && base(wide, square, false, true).size == square)
        // The camera in a corner is shown whole.
        #expect(base(wide, square, false, false).part == PictureRect(wide))
        #expect(base(wide, square, false, false).size == wide)
        // A small canvas does not make the stream worse: 640x360 enlarged until its middle has 720x720.
        let big = base(small, PictureSize(width: 720, height: 720), true, true)
        #expect(big.size == wide && big.part == PictureRect(small))
    }

    @Test("A drawing lies on its canvas, scaled, cut and turned with it")
    func drawing() {
        let canvas = PictureSize(width: 200, height: 100)
        func place(
            _ laid: LaidLayer, _ orientation: ImageOrientation = .up
        ) -> [Int] {
            DrawingPlace(
                bitmap: PictureSize(width: 20, height: 10), origin: PicturePoint(x: 30, y: 40), canvas: canvas,
                orientation: orientation, laid: laid
            ).map {
                [
                    $0.crop.x, $0.crop.y, $0.crop.width, $0.crop.height, $0.frame.x, $0.frame.y, $0.frame.width,
                    $0.frame.height,
                ]
            } ?? []
        }
        #expect(place(LaidLayer(frame: PictureRect(canvas))) == [0, 0, 20, 10, 30, 40, 20, 10])
        let twice = PictureRect(x: 7, y: 9, width: 400, height: 200)
        #expect(place(LaidLayer(frame: twice)) == [0, 0, 20, 10, 67, 89, 40, 20])
        // The right of it from column 40 on: ten of its columns are left.
        let right = LaidLayer(
            frame: PictureRect(x: 0, y: 0, width: 160, height: 100), crop: LayerCrop(x: 0.2, width: 0.8))
        #expect(place(right) == [10, 0, 10, 10, 0, 40, 10, 10])
        // Mirrored: 200 − 30 − 20 from the left.
        #expect(place(LaidLayer(frame: PictureRect(canvas)), .upMirrored) == [0, 0, 20, 10, 150, 40, 20, 10])
        // A quarter clockwise: what was 40 from the top ends 40 from the right of 100.
        let turned = LaidLayer(frame: PictureRect(x: 0, y: 0, width: 100, height: 200))
        #expect(place(turned, .right) == [0, 0, 10, 20, 50, 30, 10, 20])
        // Half a turn about the middle: 180 − 30 − … as if counted from the other corner.
        let half = LaidLayer(frame: PictureRect(canvas), rotation: 180)
        #expect(place(half) == [0, 0, 20, 10, 150, 50, 20, 10])
        #expect(place(LaidLayer(frame: PictureRect(canvas), crop: LayerCrop(width: 0.1))).isEmpty)
    }
}
