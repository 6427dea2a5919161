// Sizes, rates, pictures, sound, clocks and points are part of this library's own signatures, so `import OnAirCapture`
// is enough to use it.
@_exported import OnAirMedia
