// Pictures, pools, sizes and times are part of this library's own signatures, so `import OnAirBeauty` is enough to use it.
@_exported import OnAirMedia
