extension CommandTable {
    static let devices = VerbDeclaration(
        "devices", "List cameras and microphones, and what they can do",
        discussion: [
            "Shows for each device its ID for --camera and --mic, whether it can be opened and, where it cannot, why and"
                + " what to do. Opens none of them. The simulated devices are always there."
        ],
        sections: [
            OptionSection(
                "What to list",
                [
                    OptionDeclaration("cameras", "Only cameras"),
                    OptionDeclaration("microphones", "Only microphones"),
                ]),
            OptionSection(
                "How it is shown",
                [
                    OptionDeclaration("json", "One JSON document on standard output, see docs/cli.md"),
                    OptionDeclaration("help", "Show this text"),
                ]),
        ],
        examples: [
            VerbDeclaration.Example("everything", "onair devices"),
            VerbDeclaration.Example(
                "the IDs of all cameras", "onair devices --json | jq -r '.cameras[].id'"),
        ],
        notes: [exitCodes([.success, .usage], success: "listed, also where there are only simulated devices")])
}
