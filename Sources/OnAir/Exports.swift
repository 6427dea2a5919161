// Sizes, rates, clocks and logs are part of this library's own signatures, so `import OnAir` is enough to use it.
@_exported import OnAirBeauty
@_exported import OnAirCapture
@_exported import OnAirMedia
@_exported import OnAirPicture
