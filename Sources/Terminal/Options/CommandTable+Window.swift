extension CommandTable {
    /// `onair-window`, which does one thing.
    static let window = CommandTable(program: "onair-window", summary: windowVerb.summary, verbs: [windowVerb])

    static let windowVerb = VerbDeclaration(
        "", "Show what is going out in a window, and steer it from there",
        discussion: [
            "Opens camera and microphone and shows the preview. Nothing is sent or recorded until l or r is pressed, or"
                + " at once with --live. Takes the options of `onair live`; its --to and --record say what l and r begin."
                + " Ends when the window is closed, at ctrl-C, or after --duration."
        ],
        sections: [
            OptionSection(
                "When", [OptionDeclaration("live", "Send and record at once, not only when l or r is pressed")])
        ] + live.sections,
        examples: [
            VerbDeclaration.Example("a look at the camera", "onair-window"),
            VerbDeclaration.Example(
                "everything ready, until l is pressed", "onair-window --to rtmp://server/live/key --profile 720p_3"),
        ],
        notes: [
            (
                heading: "In the window",
                lines: [
                    "Click to focus and expose there; turn the wheel to zoom.",
                    "  l  send to every --to, and stop",
                    "  r  record to every --record, else to a file named after the time, and stop",
                ] + LiveKey.explained.map { "  \($0.symbol)  \($0.meaning)" } + ["  F11  full screen, and back"]
            ), exitCodes(ExitCode.allCases),
        ])
}
