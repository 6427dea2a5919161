extension CommandTable {
    static let beauty = VerbDeclaration(
        "beauty", "Treat a still picture or a clip with filters",
        discussion: [
            "IN is a picture (PNG, JPEG, WebP and others) or a clip; OUT is a picture where its name ends in .png or .jpg, and"
                + " a clip (H.264 and the sound of IN) where it ends in .mp4, .mkv or .flv. A file that is there is replaced"
                + " once the new one is complete.",
            "Without options skin is smoothed, the natural way. Skin comes first, then each --filter and --look in the order"
                + " they are given. A --filter stands in place of the usual skin; a --look is added to it.",
        ],
        operands: ["IN", "OUT"],
        sections: [
            OptionSection(
                "Filters",
                [
                    OptionDeclaration(
                        "filter", value: "FILTER", isRepeatable: true,
                        "Let it go through this: skin, color, look, sharpen, vignette, key or effect, with settings as in"
                            + " skin:strong,smooth=0.8; see `onair filters`. none: nothing. May be repeated"),
                    OptionDeclaration(
                        "look", value: "LOOK", isRepeatable: true,
                        "Add a look: one that `onair looks` lists, or a .cube file; film,intensity=0.5 is half of it"),
                ]),
            OptionSection(
                "Skin",
                [
                    OptionDeclaration(
                        "family", value: "NAME", choices: ["light", "natural", "strong"], "How skin is smoothed"),
                    OptionDeclaration("level", value: "N", "A preset of the family, 1 to 5"),
                    OptionDeclaration("smooth", value: "X", "How much is smoothed, 0 to 1"),
                    OptionDeclaration("whiten", value: "X", "How much lighter skin becomes, 0 to 1"),
                    OptionDeclaration("ruddy", value: "X", "Paler below 0, rosier above, -1 to 1"),
                ]),
            OptionSection(
                "What comes out",
                [
                    OptionDeclaration("compare", "Before and after, side by side"),
                    OptionDeclaration(
                        "sheet",
                        "One picture that shows what the filters do to IN: skin, looks, effects, each with its name"),
                    OptionDeclaration(
                        "at", value: "SECONDS", "The time of a still picture, for filters that move; 0 unless given"),
                    OptionDeclaration("help", "Show this text"),
                ]),
        ],
        examples: [
            VerbDeclaration.Example("natural skin", "onair beauty portrait.jpg better.jpg"),
            VerbDeclaration.Example(
                "before and after of more", "onair beauty portrait.jpg both.png --family strong --smooth 0.8 --compare"),
            VerbDeclaration.Example(
                "a clip with a look and sharper", "onair beauty in.mp4 out.mp4 --filter sharpen --look film"),
            VerbDeclaration.Example("all there is, on one picture", "onair beauty --sheet portrait.jpg sheet.png"),
        ],
        notes: [
            exitCodes(
                [.success, .usage, .input, .recordingRefused, .writingFailed, .settings, .interrupted],
                meanings: [
                    .success: "OUT is complete",
                    .input: "IN, or a file that a filter needs, cannot be used",
                    .recordingRefused: "OUT cannot be created",
                    .writingFailed: "OUT failed while it was written",
                    .settings: "the encoder refuses pictures of this size",
                    .interrupted: "ctrl-C ended it; OUT is as it was before",
                ])
        ])

    static let filters = VerbDeclaration(
        "filters", "List filters with what can be set about them",
        discussion: [
            "A filter is written NAME, or NAME:PARAMETER=VALUE,PARAMETER=VALUE with what differs from the defaults; the value"
                + " of the parameter marked with * may stand alone and first: skin:strong,smooth=0.8. A comma or backslash in a"
                + " value is written with a backslash before it."
        ],
        sections: [
            OptionSection(
                "How it is shown",
                [
                    OptionDeclaration("json", "One JSON document on standard output, see docs/cli.md"),
                    OptionDeclaration("help", "Show this text"),
                ])
        ],
        examples: [
            VerbDeclaration.Example("everything", "onair filters"),
            VerbDeclaration.Example("their names", "onair filters --json | jq -r '.filters[].name'"),
        ],
        notes: [
            exitCodes(
                [.success, .usage, .writingFailed],
                meanings: [.success: "listed", .writingFailed: "standard output failed while it was written"])
        ])

    static let looks = VerbDeclaration(
        "looks", "List the built-in looks, or write one as a .cube file",
        discussion: [
            "A look is a change of all colours. Where a filter takes the name of a look it takes the path of a .cube file as"
                + " well; a look that is written as one can be used, and changed, by other programs."
        ],
        operands: ["FILE.cube"], optionalOperandCount: 1,
        sections: [
            OptionSection(
                "Instead of the list",
                [
                    OptionDeclaration(
                        "export", value: "NAME", "Write this look into FILE.cube; one that is there is replaced")
                ]),
            OptionSection(
                "How it is shown",
                [
                    OptionDeclaration("json", "One JSON document on standard output, see docs/cli.md"),
                    OptionDeclaration("help", "Show this text"),
                ]),
        ],
        examples: [
            VerbDeclaration.Example("everything", "onair looks"),
            VerbDeclaration.Example("one for another program", "onair looks --export film film.cube"),
        ],
        notes: [
            exitCodes(
                [.success, .usage, .recordingRefused, .writingFailed],
                meanings: [
                    .success: "listed, or written", .recordingRefused: "the file cannot be created",
                    .writingFailed: "the file, or standard output, failed while it was written",
                ])
        ])
}
