extension CommandTable {
    /// The options of `onair live` about what the camera's picture goes through.
    static let filtersOfTheCamera = OptionSection(
        "How the camera's picture looks",
        [
            OptionDeclaration(
                "filter", value: "FILTER", isRepeatable: true,
                "Let the camera's picture go through this: skin, color, look, sharpen, vignette, key or effect, with"
                    + " settings as in skin:family=natural,smooth=0.7; see `onair filters`. none: nothing. May be"
                    + " repeated (default: skin)"),
            OptionDeclaration(
                "look", value: "LOOK", isRepeatable: true,
                "Add a look: one that `onair looks` lists, or a .cube file; film,intensity=0.5 is half of it"),
        ])

    /// The options of `onair live` about what is put over and around the camera.
    static let overAndAroundTheCamera = OptionSection(
        "What is over and around the camera",
        [
            OptionDeclaration(
                "logo", value: "FILE", isRepeatable: true,
                "Lay a picture (PNG, JPEG, WebP, GIF) into the top left corner; may be repeated"),
            OptionDeclaration(
                "text", value: "TEXT", isRepeatable: true,
                "Lay a text over it, such as \"Live {clock}\": {duration}, {bitrate} and {fps} are live too; may be"
                    + " repeated"),
            OptionDeclaration(
                "sticker", value: "FILE", isRepeatable: true,
                "Lay an animated picture (GIF, APNG, WebP) over it; may be repeated"),
            OptionDeclaration(
                "picture", value: "FILE", isRepeatable: true, "Show a picture in place of the camera's"),
            OptionDeclaration(
                "place", value: "X,Y,W,H", isRepeatable: true,
                "Where the one before lies: fractions of the picture up to 1, or pixels; W or H 0 keeps its shape, X or"
                    + " Y -1 centres"),
            OptionDeclaration(
                "alpha", value: "A", isRepeatable: true, "How opaque the one before is, 0 to 1 (default 1)"),
            OptionDeclaration(
                "video", value: "FILE", "Show a video, looped, with the camera in a corner of it"),
            OptionDeclaration(
                "video-volume", value: "VOLUME", "How loud that video is beside the microphone, 0 to 2 (default 1)"),
            OptionDeclaration("camera-place", value: "X,Y,W,H", "Where the camera lies (default: everywhere)"),
            OptionDeclaration("slate", value: "FILE", "Show this picture while the camera gives none"),
            OptionDeclaration(
                "scenes", value: "FILE", "Take scenes from a file, see docs/scenes.md; keys 1 to 9 choose one"),
            OptionDeclaration("scene", value: "NAME", "Begin with this scene of the file (default: its first)"),
            OptionDeclaration(
                "transition", value: "KIND",
                "How scenes and cameras change: cut, move, fade, blur, push-left, push-right, push-up, push-down or"
                    + " flash, with seconds as in fade:0.5"),
            OptionDeclaration(
                "snapshot", value: "FILE.png", "Write a picture of the program (.png, .jpg) as soon as it is live"),
        ])
}
