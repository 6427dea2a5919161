import COnAirV4L2
import Glibc
import OnAirCapture
import OnAirMedia
import OnAirPixels
import OnAirV4L2
import Testing

struct V4L2CameraTests {
    private static let picture = [UInt8](repeating: 60, count: 704 * 241)

    /// A picture in which every sample says where it is.
    private static func luma(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 7 + y * 13) % 220 + 16) }
    private static func u(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 5 + y * 3) % 200 + 20) }
    private static func v(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 11 + y * 17) % 200 + 20) }

    /// Bytes of a picture as the V4L2 documentation lays them out, with rows `line` bytes apart and 170 in the padding.
    private static func bytes(_ code: String, line: Int, size: PictureSize) -> [UInt8] {
        let (width, height) = (size.width, size.height)
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        var bytes: [UInt8] = []
        func row(_ count: Int, _ stride: Int, _ sample: (Int) -> UInt8) {
            for place in 0..<stride { bytes.append(place < count ? sample(place) : 170) }
        }
        switch code {
        case "YUYV", "YVYU", "UYVY":
            let order = Array(code)
            for y in 0..<height {
                row(4 * halfWidth, line) { place in
                    let pair = place / 4
                    switch order[place % 4] {
                    case "U": return u(pair, y)
                    case "V": return v(pair, y)
                    default: return luma(min(width - 1, pair * 2 + (place % 4 >= 2 ? 1 : 0)), y)
                    }
                }
            }
        case "NV12", "NV21":
            for y in 0..<height { row(width, line) { luma($0, y) } }
            for y in 0..<halfHeight {
                row(2 * halfWidth, line) { ($0 % 2 == 0) == (code == "NV12") ? u($0 / 2, y) : v($0 / 2, y) }
            }
        default:
            for y in 0..<height { row(width, line) { luma($0, y) } }
            for plane in 0..<2 {
                for y in 0..<halfHeight {
                    row(halfWidth, line / 2) { (plane == 0) == (code == "YU12") ? u($0, y) : v($0, y) }
                }
            }
        }
        return bytes
    }

    @Test(arguments: ["YUYV", "YVYU", "UYVY", "NV12", "NV21", "YU12", "YV12"], [0, 62])
    func paddedRowsAndOddSizesShowThePixelsOfTheReference(_ name: String, padding: Int) throws {
        let size = PictureSize(width: 322, height: 241)
        let packed = ["YUYV", "YVYU", "UYVY"].contains(name)
        let line = (packed ? 644 : 322) + padding
        let bytes = Self.bytes(name, line: line, size: size)
        let code = try #require(V4L2Layout.known.first { $0.code.description == name }?.code)
        let rig = try V4L2Rig(
            ScriptedDriver { ($0.code, $0.planes) = (code, [(line, bytes.count)]) })
        #expect(rig.driver.capture([bytes], sequence: 0, at: 5_000_000))
        rig.step(10)
        let picture = try #require(rig.inlet.pictures.first)
        #expect(picture.format.size == size)
        let target = PictureFormat(size: size, pixels: .i420, color: picture.format.color)
        let pool = PicturePool(format: target, capacity: 1)
        guard var made = pool.take(captureTime: picture.captureTime, sequence: 0) else {
            Issue.record("the pool has no picture")
            return
        }
        try PictureConverter().convert(picture, crop: PictureRect(size), orientation: .up, into: &made)
        let result = made.freeze()
        result.withPlane(0) { plane in
            for y in stride(from: 0, to: 241, by: 16) {
                for x in 0..<322 { #expect(plane.base[y * plane.stride + x] == Self.luma(x, y)) }
            }
        }
        for (index, reference) in [(1, Self.u), (2, Self.v)] {
            result.withPlane(index) { plane in
                for y in stride(from: 0, to: 121, by: 8) {
                    for x in 0..<161 {
                        let expected =
                            packed
                            ? (Int(reference(x, 2 * y)) + Int(reference(x, min(240, 2 * y + 1))) + 1) / 2
                            : Int(reference(x, y))
                        #expect(abs(Int(plane.base[y * plane.stride + x]) - expected) <= (packed ? 1 : 0))
                    }
                }
            }
        }
    }

    @Test func severalPlanesOfMemoryMakeOnePicture() throws {
        let rig = try V4L2Rig(
            ScriptedDriver {
                $0.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) | UInt32(V4L2_CAP_STREAMING)
                $0.code = V4L2Code("NM12")
                $0.planes = [(384, 384 * 241), (384, 384 * 121)]
            })
        #expect(
            rig.driver.capture(
                [[UInt8](repeating: 50, count: 384 * 241), [UInt8](repeating: 90, count: 384 * 121)], sequence: 0))
        rig.step(10)
        let picture = try #require(rig.inlet.pictures.first)
        #expect(picture.format.pixels == .nv12)
        #expect(picture.withPlane(0) { $0.base[240 * $0.stride + 321] } == 50)
        #expect(picture.withPlane(1) { $0.base[120 * $0.stride + 321] } == 90)
    }

    @Test func unwantedPicturesAreLetGoUndecodedAndTheFirstWantedOneIsShown() throws {
        // Nothing here is a JPEG: each one that is decoded counts as corrupt.
        let rig = try V4L2Rig(ScriptedDriver { ($0.code, $0.planes) = (V4L2Code("MJPG"), [(0, 4096)]) })
        let rubbish = [[UInt8](repeating: 7, count: 1000)]
        #expect(rig.driver.capture(rubbish, sequence: 0))
        rig.step(10)
        #expect(rig.ledger[.corrupt] == 1)
        rig.camera.setWanted(false)
        for number in 1...20 {
            // With a gap in the numbers: what nobody wants cannot be lost.
            #expect(rig.driver.capture(rubbish, sequence: UInt32(2 * number)))
            rig.step(Int64(10 + number))
        }
        #expect(rig.ledger[.corrupt] == 1 && rig.ledger[.late] == 0)
        #expect(rig.camera.discarded == 20)
        #expect(rig.driver.state.withLock { $0.queued.count } == 8, "the driver has all its buffers")
        rig.camera.setWanted(true)
        #expect(rig.driver.capture(rubbish, sequence: 41))
        rig.step(40)
        #expect(rig.ledger[.corrupt] == 2 && rig.ledger[.late] == 0)
    }

    @Test func twoBuffersStayWithTheDriverAndTheOthersComeBackOnceLetGo() throws {
        let rig = try V4L2Rig(ScriptedDriver())
        for sequence in 0..<8 {
            #expect(rig.driver.capture([Self.picture], sequence: UInt32(sequence)))
            rig.step(Int64(10 + sequence))
        }
        #expect(rig.inlet.pictures.count == 6)
        #expect(rig.ledger[.poolEmpty] == 2)
        #expect(rig.driver.state.withLock { $0.queued.count } == 2)
        rig.inlet.letGo(3)
        rig.step(30)
        #expect(rig.driver.state.withLock { $0.queued.count } == 5)
        #expect(rig.driver.capture([Self.picture], sequence: 8))
        rig.step(31)
        #expect(rig.inlet.pictures.count == 4)
        #expect(rig.ledger[.poolEmpty] == 2)
    }

    @Test func damagedShortAndEmptyBuffersAreCountedAndTheNextPictureIsShown() throws {
        let rig = try V4L2Rig(ScriptedDriver())
        let damaged = UInt32(V4L2_BUF_FLAG_ERROR) | UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        #expect(rig.driver.capture([Self.picture], sequence: 0, flags: damaged))
        #expect(rig.driver.capture([Self.picture], sequence: 1, used: [1000]))
        #expect(rig.driver.capture([Self.picture], sequence: 2, used: [0]))
        #expect(rig.driver.capture([Self.picture], sequence: 3, used: [1 << 24]))
        #expect(rig.driver.capture([Self.picture], sequence: 4))
        rig.step(10)
        #expect(rig.ledger[.corrupt] == 4)
        #expect(rig.inlet.pictures.map(\.sequence) == [4])
        #expect(rig.driver.state.withLock { $0.queued.count } == 7)
    }

    @Test func whatTheDriverNeverHandedOverCountsAsLate() throws {
        let rig = try V4L2Rig(ScriptedDriver())
        for sequence in [UInt32.max, 0, 3] { #expect(rig.driver.capture([Self.picture], sequence: sequence)) }
        rig.step(10)
        #expect(rig.ledger[.late] == 2)
        #expect(rig.inlet.pictures.map(\.sequence) == [0, 1, 4])
    }

    @Test func aPictureIsCapturedWhenTheDriverSaysOnTheMonotonicClock() throws {
        let rig = try V4L2Rig(ScriptedDriver())
        #expect(rig.driver.capture([Self.picture], sequence: 0, at: 40_000_000))
        #expect(rig.driver.capture([Self.picture], sequence: 1, at: 90_000_000))
        #expect(rig.driver.capture([Self.picture], sequence: 2, at: 45_000_000, flags: 0))
        rig.step(50)
        #expect(rig.inlet.pictures.map { $0.captureTime.nanoseconds } == [40_000_000, 50_000_000, 50_000_000])
    }

    @Test(arguments: [ENODEV, EINVAL, EIO])
    func aDriverThatRefusesToGoOnIsLostAndHeldPicturesStay(_ number: Int32) throws {
        let rig = try V4L2Rig(ScriptedDriver())
        #expect(rig.driver.capture([Self.picture], sequence: 0))
        rig.step(10)
        rig.driver.state.withLock { $0.refused[onair_v4l2_dqbuf.rawValue] = number }
        #expect(rig.step(20) == .finished)
        #expect(rig.camera.end.error?.kind == .lost)
        #expect(rig.inlet.isClosed)
        #expect(try #require(rig.inlet.pictures.first).withPlane(0) { $0.base[240 * $0.stride] } == 60)
    }

    @Test func askedToEndItFreesTheDevice() throws {
        let rig = try V4L2Rig(ScriptedDriver())
        #expect(rig.driver.state.withLock { $0.isStreaming && $0.bufferCount == 8 })
        rig.stop.request()
        #expect(rig.step(10) == .finished)
        #expect(rig.driver.state.withLock { !$0.isStreaming && $0.bufferCount == 0 })
        #expect(rig.camera.end.error == nil)
    }

    @Test func theGrantedRateIsReportedAndRefusedListsDoNoHarm() throws {
        #expect(try V4L2Rig(ScriptedDriver()).camera.frameRate == FrameRate(25))
        let rig = try V4L2Rig(
            ScriptedDriver {
                for request in [
                    onair_v4l2_enum_framesizes, onair_v4l2_enum_frameintervals, onair_v4l2_s_parm, onair_v4l2_g_parm,
                ] { $0.refused[request.rawValue] = ENOTTY }
            })
        #expect(rig.camera.format.size == PictureSize(width: 322, height: 241))
        #expect(rig.camera.frameRate == FrameRate(30))
    }

    @Test(
        arguments: [
            (onair_v4l2_s_fmt, EBUSY, CaptureError.Kind.busy), (onair_v4l2_reqbufs, EBUSY, .busy),
            (onair_v4l2_s_fmt, ENODEV, .missing), (onair_v4l2_s_fmt, EIO, .unusable),
        ] as [(onair_v4l2_request, Int32, CaptureError.Kind)])
    func refusalsOfOpeningAreToldApart(
        _ request: onair_v4l2_request, _ number: Int32, _ kind: CaptureError.Kind
    ) throws {
        let error = #expect(throws: CaptureError.self) {
            try V4L2Rig(ScriptedDriver { $0.refused[request.rawValue] = number })
        }
        #expect(error?.kind == kind)
    }

    @Test func unknownPixelsAndBuffersTooSmallAreRefused() throws {
        let unknown = #expect(throws: CaptureError.self) {
            try V4L2Rig(ScriptedDriver { $0.code = V4L2Code("H264") })
        }
        #expect(unknown?.kind == .unusable)
        #expect(unknown?.message.contains("H264") == true)
        let small = #expect(throws: CaptureError.self) {
            try V4L2Rig(ScriptedDriver { $0.planes = [(704, 704 * 240)] })
        }
        #expect(small?.kind == .unusable)
    }

    @Test func howTheSensorIsMountedTurnsThePicture() throws {
        let rig = try V4L2Rig(ScriptedDriver { $0.controls[onair_v4l2_sensor_rotation] = 90 })
        #expect(rig.driver.capture([Self.picture], sequence: 0))
        rig.step(10)
        // 90° counter-clockwise, as the control is documented.
        #expect(rig.inlet.pictures.first?.orientation == .left)
    }

    @Test func progressivePicturesAreAskedForAndFieldsWovenIntoPicturesAreTaken() throws {
        // As a device answers that has fields only, but weaves them when it is asked to.
        let weaving = ScriptedDriver {
            $0.fields = [V4L2_FIELD_NONE: V4L2_FIELD_ALTERNATE, V4L2_FIELD_INTERLACED: V4L2_FIELD_INTERLACED]
        }
        let rig = try V4L2Rig(weaving)
        #expect(rig.camera.format.size == PictureSize(width: 322, height: 241))
        #expect(weaving.state.withLock { $0.calls[onair_v4l2_s_fmt.rawValue] } == 2)
        let interlaced = ScriptedDriver { $0.fields = [V4L2_FIELD_NONE: V4L2_FIELD_INTERLACED_TB] }
        _ = try V4L2Rig(interlaced)
        #expect(interlaced.state.withLock { $0.calls[onair_v4l2_s_fmt.rawValue] } == 1)
    }

    @Test(arguments: [V4L2_FIELD_ALTERNATE, V4L2_FIELD_TOP, V4L2_FIELD_BOTTOM, V4L2_FIELD_SEQ_TB, V4L2_FIELD_SEQ_BT])
    func aDeviceThatOnlyHasFieldsOneByOneIsRefused(_ field: v4l2_field) throws {
        let error = #expect(throws: CaptureError.self) {
            try V4L2Rig(ScriptedDriver { $0.fields = [V4L2_FIELD_NONE: field, V4L2_FIELD_INTERLACED: field] })
        }
        #expect(error?.kind == .unusable && error?.message.contains("interlaced") == true)
    }

    @Test func anInputWithoutASignalIsTold() throws {
        func problem(_ status: UInt32?) throws -> CaptureError? {
            let machine = ScriptedMachine()
            machine.plug(0, ScriptedDriver { $0.inputStatus = status })
            let driver = try #require(V4L2Backend(machine.directory).cameras().first)
            return CaptureDevice(driver).signalProblem
        }
        #expect(try problem(nil) == nil)
        #expect(try problem(0) == nil)
        #expect(try problem(UInt32(V4L2_IN_ST_NO_SIGNAL))?.message == "Test Cam has no signal at its input.")
        #expect(try problem(UInt32(V4L2_IN_ST_NO_SYNC))?.message.contains("no stable signal") == true)
    }

    @Test func controlsAndFormatsAreLookedForOnceHoweverOftenTheyAreAsked() throws {
        let machine = ScriptedMachine()
        let driver = ScriptedDriver()
        machine.plug(0, driver)
        let device = CaptureDevice(try #require(V4L2Backend(machine.directory).cameras().first))
        func ask() -> (controls: Int, formats: Int) {
            (_, _, _, _) = (device.capabilities, device.settings, device.controls, device.formats)
            return driver.state.withLock { state in
                (
                    state.calls[onair_v4l2_query_ext_ctrl.rawValue] ?? 0,
                    state.calls[onair_v4l2_enum_frameintervals.rawValue] ?? 0
                )
            }
        }
        let first = ask()
        #expect(first.controls > 0 && first.formats > 0)
        let second = ask()
        #expect(second == first)
        // Another device behind the same node is asked anew.
        machine.unplug(0)
        machine.plug(0, driver)
        #expect(ask().controls > second.controls)
    }
}
