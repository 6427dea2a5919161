extension CommandTable {
    static let camera = VerbDeclaration(
        "camera", "Look at a camera's settings, change and keep them",
        discussion: [
            "ID is an ID of `onair devices`, a node such as /dev/video0, front, back, simulated, or a part of the name"
                + " that only one camera has.",
            "CONTROL is one of the driver's own, such as focus_absolute, or one of the settings every camera names the"
                + " same, such as focusMode or lensPosition; `show` lists both. Several are checked together before the"
                + " first is set: what turns an automatic mode off may stand beside the value it would set.",
            "A webcam keeps what is set until it is unplugged; a preset sets it again, also by"
                + " `onair live --camera-preset`. The simulated cameras live as long as a program: for them presets are"
                + " the way.",
        ],
        actions: [
            ActionDeclaration("list", [], "The cameras there are, and how many controls each has"),
            ActionDeclaration(
                "show", ["ID"], "Every control: its value, what it may be, and why it counts for nothing"),
            ActionDeclaration(
                "set", ["ID"], rest: "CONTROL=VALUE", restMinimum: 1, "Set controls: all of them, or none"),
            ActionDeclaration("reset", ["ID"], "Set every control to its default"),
            ActionDeclaration(
                "position", ["ID", "front|back|unspecified|auto"], optionalCount: 1,
                "Say which way it looks, kept for this user; auto leaves it to the camera"),
            ActionDeclaration(
                "preset save", ["ID", "NAME"], rest: "CONTROL=VALUE",
                "Keep how it is set now, with these changes"),
            ActionDeclaration("preset load", ["ID", "NAME"], "Set it as the preset says"),
            ActionDeclaration("preset list", ["ID"], "The presets of this camera"),
            ActionDeclaration("preset delete", ["ID", "NAME"], "Forget a preset"),
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
            VerbDeclaration.Example("what can be set", "onair camera show /dev/video0"),
            VerbDeclaration.Example(
                "a focus that stays",
                "onair camera set /dev/video0 focus_automatic_continuous=0 focus_absolute=120"),
            VerbDeclaration.Example(
                "the same by the common names", "onair camera set front focusMode=locked lensPosition=0.3"),
            VerbDeclaration.Example("keep it for the next time", "onair camera preset save front desk"),
        ],
        notes: [
            exitCodes(
                [.success, .usage, .input, .writingFailed, .settings],
                success: "done, and the camera is as it was asked to be")
        ])
}
