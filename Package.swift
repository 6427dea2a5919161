// swift-tools-version: 6.2
import PackageDescription

/// A stage of the house: a Swift target in `Sources/<path>`.
func stage(_ name: String, _ path: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(path)")
}

/// The tests of a stage, at the same path under `Tests`.
func tests(
    _ name: String, _ path: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(path)", exclude: exclude)
}

let package = Package(
    name: "OnAir",
    products: [
        .library(name: "OnAir", targets: ["OnAir"]),
        .library(name: "OnAirBeauty", targets: ["OnAirBeauty"]),
        .library(name: "OnAirCapture", targets: ["OnAirCapture"]),
        .executable(name: "onair", targets: ["onair"]),
        .executable(name: "onair-window", targets: ["onair-window"]),
        .executable(name: "onair-bench", targets: ["onair-bench"]),
        .executable(name: "onair-fuzz", targets: ["onair-fuzz"]),
        .library(name: "onair-malloc-count", type: .dynamic, targets: ["COnAirMallocCount"]),
    ],
    targets: [
        // C libraries and their thin owners.
        .systemLibrary(
            name: "CFFmpeg", path: "Sources/Native/CFFmpeg", pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswresample-dev"])]),
        .systemLibrary(
            name: "CYUV", path: "Sources/Native/CYUV", providers: [.apt(["libyuv-dev"])]),
        .systemLibrary(
            name: "CPulse", path: "Sources/Native/CPulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(
            name: "CALSA", path: "Sources/Native/CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CDrawing", path: "Sources/Native/CDrawing", pkgConfig: "pangocairo",
            providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(
            name: "CSDL", path: "Sources/Native/CSDL", providers: [.apt(["libsdl2-dev"])]),
        .systemLibrary(
            name: "CWebP", path: "Sources/Native/CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .target(
            name: "COnAirJPEG", dependencies: ["COnAirPixelKernels"], path: "Sources/Native/CJPEG",
            linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "COnAirHTTP", path: "Sources/Native/CHTTP", linkerSettings: [.linkedLibrary("microhttpd")]),
        .target(name: "COnAirV4L2", path: "Sources/Native/CV4L2"),
        .target(name: "COnAirMallocCount", path: "Sources/Native/MallocCount"),
        .target(name: "COnAirPixelKernels", path: "Sources/Native/PixelKernels"),
        .target(name: "COnAirSystem", path: "Sources/Native/CSystem"),
        stage("OnAirALSA", "Native/ALSA", ["OnAirMedia", "CALSA"]),
        stage("OnAirDrawing", "Native/Drawing", ["OnAirMedia", "CDrawing"]),
        stage("OnAirFFmpeg", "Native/FFmpeg", ["OnAirMedia", "CFFmpeg"]),
        stage("OnAirHTTP", "Native/HTTP", ["OnAirMedia", "COnAirHTTP"]),
        stage("OnAirImages", "Native/Images", ["OnAirMedia", "CFFmpeg", "COnAirJPEG", "CWebP"]),
        stage("OnAirJPEG", "Native/JPEG", ["OnAirMedia", "COnAirJPEG"]),
        stage("OnAirPixels", "Native/Pixels", ["OnAirMedia", "CYUV", "COnAirPixelKernels"]),
        stage("OnAirPulse", "Native/Pulse", ["OnAirMedia", "CPulse"]),
        // The window's alone: nothing else needs a display library.
        stage("OnAirSDL", "Native/SDL", ["OnAirMedia", "CSDL"]),
        stage("OnAirSystem", "Native/System", ["OnAirMedia", "COnAirSystem"]),
        stage("OnAirV4L2", "Native/V4L2", ["OnAirMedia", "COnAirV4L2"]),

        // The stages, in the order the data walks.
        stage("OnAirMedia", "Media", ["COnAirSystem"]),
        stage(
            "OnAirCapture", "Capture",
            [
                "OnAirMedia", "OnAirALSA", "OnAirFFmpeg", "OnAirJPEG", "OnAirPixels", "OnAirPulse", "OnAirSystem",
                "OnAirV4L2",
            ]),
        stage("OnAirBeauty", "Beauty", ["OnAirMedia", "OnAirPixels", "OnAirSystem"]),
        stage(
            "OnAirPicture", "Picture",
            ["OnAirMedia", "OnAirBeauty", "OnAirDrawing", "OnAirFFmpeg", "OnAirImages", "OnAirPixels"]),
        stage("OnAirSound", "Sound", ["OnAirMedia", "OnAirFFmpeg"]),
        stage("OnAirEncode", "Encode", ["OnAirMedia", "OnAirFFmpeg", "OnAirPixels"]),
        stage("OnAirWire", "Wire", ["OnAirMedia"]),
        stage("OnAirPublish", "Publish", ["OnAirMedia", "OnAirWire", "OnAirFFmpeg", "OnAirSystem"]),
        stage(
            "OnAir", "OnAir",
            [
                "OnAirMedia", "OnAirBeauty", "OnAirFFmpeg", "OnAirImages", "OnAirSystem", "OnAirCapture",
                "OnAirPicture", "OnAirSound", "OnAirEncode", "OnAirPublish",
            ]),

        // What people run.
        stage("OnAirTerminal", "Terminal", ["OnAirMedia"]),
        stage("OnAirLive", "Live", ["OnAir", "OnAirHTTP", "OnAirMedia", "OnAirTerminal"]),
        .executableTarget(
            name: "onair",
            dependencies: [
                "OnAir", "OnAirBeauty", "OnAirDrawing", "OnAirEncode", "OnAirFFmpeg", "OnAirHTTP", "OnAirImages",
                "OnAirLive", "OnAirMedia", "OnAirPicture", "OnAirPixels", "OnAirSystem", "OnAirTerminal",
            ], path: "Sources/CommandLine"),
        stage("OnAirWindow", "Window/Parts", ["OnAir", "OnAirLive", "OnAirMedia", "OnAirSDL", "OnAirTerminal"]),
        .executableTarget(
            name: "onair-window",
            dependencies: [
                "OnAir", "OnAirHTTP", "OnAirLive", "OnAirMedia", "OnAirSDL", "OnAirTerminal", "OnAirWindow",
            ],
            path: "Sources/Window/Command"),
        .executableTarget(
            name: "onair-bench",
            dependencies: [
                "OnAir", "OnAirMedia", "OnAirBeauty", "OnAirJPEG", "OnAirPicture", "OnAirPixels", "OnAirWire",
                "OnAirPublish", "OnAirSystem", "OnAirTestKit",
            ], path: "Sources/Bench"),

        // Tests.
        stage("OnAirTestKit", "TestKit", ["OnAirMedia", "OnAirWire"]),
        stage(
            "OnAirFuzz", "Fuzz/Targets",
            [
                "OnAirMedia", "OnAirBeauty", "OnAirCapture", "OnAirImages", "OnAirWire", "OnAirPublish",
                "OnAirTerminal", "OnAirTestKit",
            ]),
        .executableTarget(name: "onair-fuzz", dependencies: ["OnAirFuzz"], path: "Sources/Fuzz/Command"),
        tests("OnAirFuzz", "Fuzz", ["OnAirFuzz"], exclude: ["Crashes"]),
        tests("OnAirMedia", "Media", ["OnAirMedia", "OnAirTestKit"]),
        tests("OnAirDrawing", "Native/Drawing", ["OnAirDrawing", "OnAirMedia", "OnAirTestKit"]),
        tests("OnAirImages", "Native/Images", ["OnAirImages", "OnAirMedia", "OnAirTestKit"]),
        tests("OnAirFFmpeg", "Native/FFmpeg", ["OnAirFFmpeg", "OnAirMedia", "OnAirTestKit"]),
        tests("OnAirHTTP", "Native/HTTP", ["OnAirHTTP"]),
        tests("OnAirALSA", "Native/ALSA", ["OnAirALSA", "OnAirMedia"]),
        .target(
            name: "COnAirJPEGMaker", path: "Tests/Native/CJPEGMaker", linkerSettings: [.linkedLibrary("jpeg")]),
        tests(
            "OnAirJPEG", "Native/JPEG",
            ["OnAirJPEG", "COnAirJPEG", "COnAirJPEGMaker", "OnAirPixels", "OnAirMedia", "OnAirTestKit"]),
        tests("OnAirV4L2", "Native/V4L2", ["OnAirV4L2", "COnAirV4L2", "OnAirMedia", "OnAirTestKit"]),
        .target(
            name: "COnAirKernelLevels", dependencies: ["COnAirPixelKernels"], path: "Tests/Native/PixelKernelLevels"),
        tests(
            "OnAirPixels", "Native/Pixels",
            ["OnAirPixels", "OnAirMedia", "COnAirPixelKernels", "COnAirKernelLevels", "OnAirTestKit"]),
        tests("OnAirPulse", "Native/Pulse", ["OnAirPulse", "OnAirMedia"]),
        tests("OnAirSDL", "Native/SDL", ["OnAirSDL", "OnAirMedia", "CSDL"]),
        tests("OnAirWindow", "Window", ["OnAirWindow", "OnAirSDL", "OnAirTerminal", "OnAirMedia", "OnAir"]),
        tests("OnAirSystem", "Native/System", ["OnAirSystem", "OnAirMedia", "OnAirTestKit"]),
        tests(
            "OnAirCapture", "Capture",
            [
                "OnAirCapture", "OnAirALSA", "OnAirJPEG", "OnAirPulse", "OnAirPixels", "OnAirV4L2", "COnAirV4L2",
                "OnAirSystem", "OnAirMedia", "OnAirTestKit",
            ]),
        tests(
            "OnAirBeauty", "Beauty",
            ["OnAirBeauty", "OnAirPixels", "OnAirImages", "OnAirMedia", "OnAirTestKit"], exclude: ["Pictures"]),
        tests(
            "OnAirPicture", "Picture",
            [
                "OnAirPicture", "OnAirBeauty", "OnAirPixels", "OnAirImages", "OnAirDrawing", "OnAirMedia",
                "OnAirTestKit",
            ],
            exclude: ["Golden"]),
        tests("OnAirSound", "Sound", ["OnAirSound", "OnAirMedia", "OnAirTestKit"]),
        tests(
            "OnAirEncode", "Encode",
            ["OnAirEncode", "OnAirFFmpeg", "OnAirPublish", "OnAirMedia", "OnAirTestKit"]),
        tests(
            "OnAirWire", "Wire", ["OnAirWire", "OnAirFFmpeg", "OnAirMedia", "OnAirTestKit"], exclude: ["FLV/Fixtures"]),
        tests(
            "OnAirPublish", "Publish",
            ["OnAirPublish", "OnAirWire", "OnAirFFmpeg", "OnAirSystem", "OnAirMedia", "OnAirTestKit"]),
        tests("OnAirTerminal", "Terminal", ["OnAirTerminal", "OnAirMedia"], exclude: ["Golden"]),
        tests(
            "OnAirKit", "OnAir",
            [
                "OnAir", "OnAirMedia", "OnAirCapture", "OnAirImages", "OnAirPicture", "OnAirSound", "OnAirPublish",
                "OnAirWire", "OnAirFFmpeg", "OnAirTestKit",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
