extension CommandTable {
    static let live = VerbDeclaration(
        "live", "Send a live broadcast, and record it",
        discussion: [
            "Encodes once and sends the result to every --to and --record. Ends at ctrl-C, after --duration, or when the"
                + " last output is gone."
        ],
        sections: [
            OptionSection(
                "Where to",
                [
                    OptionDeclaration(
                        "to", value: "URL", isRepeatable: true,
                        "Send to this RTMP address, such as rtmp://server/app/key; may be repeated"),
                    OptionDeclaration(
                        "key-file", value: "FILE", isRepeatable: true,
                        "Take the stream key of the --to before it from the first line of FILE (- is standard"
                            + " input), so that no process list shows it"),
                    OptionDeclaration(
                        "record", value: "FILE.flv", isRepeatable: true, "Record what is sent; may be repeated"),
                ]),
            OptionSection(
                "Where from",
                [
                    OptionDeclaration(
                        "camera", value: "SOURCE",
                        "auto (the default: the first real camera, else the simulated one), front, back, simulated,"
                            + " simulated:back, an ID of `onair devices`, file:PATH for the pictures of a media file,"
                            + " looped, or none for a stream without pictures"),
                    OptionDeclaration(
                        "mic", value: "SOURCE",
                        "auto (the default: the first real microphone, else the simulated one), simulated, an ID of"
                            + " `onair devices`, file:PATH for the sound of a media file, looped, or none for a stream"
                            + " without sound"),
                    OptionDeclaration(
                        "camera-preset", value: "NAME",
                        "Set the camera as this preset of `onair camera preset` says, whenever it is opened"),
                    OptionDeclaration(
                        "warm-camera", value: "SOURCE", isRepeatable: true,
                        "Keep this camera (front, back or an ID) open beside the one in use, so that switching to it is"
                            + " instant; may be repeated"),
                    OptionDeclaration(
                        "simulate-fault", value: "SPEC", isRepeatable: true,
                        "Let a simulated device fail, such as unplug@5-8 or mic:freeze@10, see docs/cli.md; may be"
                            + " repeated"),
                ]),
            OptionSection(
                "What it looks and sounds like",
                [
                    OptionDeclaration(
                        "profile", value: "NAME", choices: LiveOptions.profileNames,
                        "Size, frame rate and bitrates in one word (default 540p_3)"),
                    OptionDeclaration("size", value: "WxH", "Stream size in multiples of 4, 160x92 to 1920x1080"),
                    OptionDeclaration("fps", value: "RATE", "Frames per second, 1 to 60; 30000/1001 is fine"),
                    OptionDeclaration("bitrate", value: "KBPS", "Video bitrate in kbit/s, 50 to 50000"),
                    OptionDeclaration("audio-bitrate", value: "KBPS", "Audio bitrate in kbit/s, 16 to 320"),
                    OptionDeclaration(
                        "preset", value: "NAME", choices: LiveOptions.presetNames,
                        "x264 preset (default superfast)"),
                    OptionDeclaration("threads", value: "N", "Encoder threads, 1 to 16"),
                    OptionDeclaration(
                        "orientation", value: "WAY", choices: LiveOptions.Orientation.allCases.map(\.rawValue),
                        "Which way the camera is turned"),
                    OptionDeclaration("mirror", "Mirror the camera, for viewers too"),
                    OptionDeclaration("zoom", value: "FACTOR", "Enlarge the camera's picture, 1 to 8"),
                    OptionDeclaration("mute", "Send silence"),
                ]),
            filtersOfTheCamera,
            overAndAroundTheCamera,
            OptionSection(
                "When the network fails",
                [
                    OptionDeclaration(
                        "keep-trying",
                        "Try a server again that cannot be reached at the start, too; without it, that ends the"
                            + " destination"),
                    OptionDeclaration(
                        "reconnect-attempts", value: "N",
                        "How often a lost server is tried again: 0 for never, or unlimited (the default)"),
                    OptionDeclaration(
                        "reconnect-delay", value: "SECONDS",
                        "Seconds between two attempts, from 0.1 on (default: 0.5 at first, growing to 10)"),
                    OptionDeclaration(
                        "adapt", value: "MODE", choices: LiveOptions.Adaptation.allCases.map(\.rawValue),
                        "How the video bitrate follows the network (default normal)"),
                    OptionDeclaration(
                        "min-bitrate", value: "KBPS", "How far the video bitrate may fall, in kbit/s, 50 to 50000"),
                ]),
            OptionSection(
                "How it runs",
                [
                    OptionDeclaration("duration", value: "TIME", "End after SECONDS, MM:SS or HH:MM:SS"),
                    OptionDeclaration(
                        "metrics", value: "PORT",
                        "Serve metrics for Prometheus at http://127.0.0.1:PORT/metrics; 0 takes any free port"),
                    OptionDeclaration("json", "One JSON object a line on standard output, see docs/cli.md"),
                    OptionDeclaration("quiet", "Say nothing but errors"),
                    OptionDeclaration(
                        "log-level", value: "LEVEL", choices: LiveOptions.LogLevel.allCases.map(\.rawValue),
                        "How much to tell on standard error (default warning)"),
                    OptionDeclaration("help", "Show this text"),
                ]),
        ],
        examples: [
            VerbDeclaration.Example("a test picture to a server", "onair live --to rtmp://server/live/key"),
            VerbDeclaration.Example(
                "a file, to two servers and to disk",
                "onair live --camera file:clip.mp4 --mic file:clip.mp4 --record show.flv \\\n"
                    + "      --to rtmp://one/live/key --to rtmp://two/live --key-file two.key"),
            VerbDeclaration.Example(
                "a box that nobody looks after",
                "onair live --to rtmp://server/live --key-file key --keep-trying --metrics 9190"),
            VerbDeclaration.Example(
                "one minute of 720p30", "onair live --record test.flv --profile 720p_3 --fps 30 --duration 60"),
        ],
        notes: [
            (
                heading: "Keys",
                lines: ["While standard input is a terminal, and without --json and --quiet:"]
                    + LiveKey.explained.map { "  \($0.symbol)  \($0.meaning)" }
            ), exitCodes(ExitCode.allCases.filter { $0 != .unfit }),
        ])
}
