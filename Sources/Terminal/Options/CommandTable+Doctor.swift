extension CommandTable {
    static let doctor = VerbDeclaration(
        "doctor", "Say what on this machine helps or hinders going live",
        discussion: [
            "Looks at processors, memory, encoders, cameras, microphones, limits, clocks, disk and network, and says what"
                + " was seen, why it matters and what to do. Measures the encoder for half a second. Changes nothing, and"
                + " connects to nothing outside this machine."
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
            VerbDeclaration.Example("before the first broadcast", "onair doctor"),
            VerbDeclaration.Example(
                "only what is in the way",
                "onair doctor --json | jq -r '.findings[] | select(.state == \"problem\").fix'"),
        ],
        notes: [exitCodes([.success, .usage, .unfit], success: "nothing keeps this machine from going live")])
}
