import OnAirCapture
import OnAirMedia
import Testing

struct CameraSettingsTests {
    /// Settings that all differ from the defaults.
    static var different: CameraSettings {
        var settings = CameraSettings()
        settings.focusMode = .autoFocus
        settings.lensPosition = 0.5
        settings.focusPointOfInterest = .centre
        settings.exposureMode = .custom
        settings.exposureDuration = 0.01
        settings.gain = 3
        settings.exposureTargetBias = 1
        settings.exposurePointOfInterest = .centre
        settings.whiteBalanceMode = .autoWhiteBalance
        settings.whiteBalanceTemperature = 3200
        settings.torchMode = .on
        settings.torchLevel = 0.5
        settings.videoZoomFactor = 2
        settings.videoStabilizationMode = .standard
        return settings
    }

    @Test("Every setting is one control, and the order is one in which a device can take them")
    func order() throws {
        let changes = Self.different.changes(from: CameraSettings())
        let settable = CameraControl.allCases.filter { $0 != .activeFormat && $0 != .activeFrameRate }
        #expect(changes.count == settable.count && Set(changes) == Set(settable))
        func isBefore(_ first: CameraControl, _ second: CameraControl) throws -> Bool {
            try #require(changes.firstIndex(of: first)) < #require(changes.firstIndex(of: second))
        }
        #expect(try isBefore(.focusPointOfInterest, .focusMode))
        #expect(try isBefore(.exposurePointOfInterest, .exposureMode))
        #expect(try isBefore(.exposureTargetBias, .exposureMode))
        #expect(try isBefore(.focusMode, .lensPosition))
        #expect(try isBefore(.exposureMode, .exposureDuration))
        #expect(try isBefore(.exposureMode, .gain))
        #expect(try isBefore(.whiteBalanceMode, .whiteBalanceTemperature))
        #expect(try isBefore(.torchLevel, .torchMode))
    }

    @Test("Equal settings have no changes, and one that differs is the only one")
    func changes() {
        #expect(Self.different.changes(from: Self.different).isEmpty)
        var one = Self.different
        one.gain = 9
        #expect(one.changes(from: Self.different) == [.gain])
        one.focusPointOfInterest = nil
        #expect(one.changes(from: Self.different) == [.focusPointOfInterest, .gain])
    }

    @Test("Each control can be taken over by itself", arguments: CameraControl.allCases)
    func taking(control: CameraControl) {
        let taken = CameraSettings().taking([control], from: Self.different)
        let isSetting = control != .activeFormat && control != .activeFrameRate
        #expect(taken.changes(from: CameraSettings()) == (isSetting ? [control] : []))
        #expect(CameraSettings().taking(CameraControl.allCases, from: Self.different) == Self.different)
    }
}
