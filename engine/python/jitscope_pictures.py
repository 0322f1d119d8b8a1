# SPDX-License-Identifier: Apache-2.0
"""Small pictures of tensors in the console: the values reduced to what a picture can show."""
import sys

_MOST_POINTS = 400      # of a curve
_MOST_ROWS = 48         # of a heat picture
_MOST_COLUMNS = 160
_BINS = 64              # of a histogram
_FEWEST_ELEMENTS = 8    # that are worth a picture unasked

_draw = None  # draw(kind, title, rows, columns, values, low, high): to the window


def start(draw):
    """Takes the function that shows a picture behind what was printed."""
    global _draw
    _draw = draw


def _is_tensor(value):
    kind = getattr(sys.modules.get("mindspore.common.tensor"), "Tensor", None)
    return kind is not None and isinstance(value, kind)


def numbers(value):
    """A tensor or array as float64; TypeError for one without numbers."""
    import numpy
    if _is_tensor(value):
        try:
            value = value.asnumpy()
        except TypeError:  # types that numpy does not have
            import mindspore
            value = value.astype(mindspore.float32).asnumpy()
    array = numpy.asarray(value)
    if array.dtype.kind == "c":
        array = numpy.abs(array)
    if array.dtype.kind not in "biuf":
        raise TypeError("There are no numbers in it that could be drawn.")
    return array.astype(numpy.float64)


def _title(name, array, shape):
    import numpy
    finite = array[numpy.isfinite(array)]
    parts = [f"{name}[{', '.join(map(str, shape))}]" if name else f"[{', '.join(map(str, shape))}]"]
    if finite.size:
        parts.append(f"min {finite.min():.4g}, mean {finite.mean():.4g}, max {finite.max():.4g}")
    nans, infinities = int(numpy.isnan(array).sum()), int(numpy.isinf(array).sum())
    if nans:
        parts.append(f"{nans:,} NaN")
    if infinities:
        parts.append(f"{infinities:,} infinite")
    return " · ".join(parts)


def _edges(count, most):
    """Where the at most `most` groups of `count` elements begin."""
    groups = min(count, most)
    return [group * count // groups for group in range(groups)]


def _curve(array):
    """The least and the largest value of each point, one row each; NaN where a point holds one."""
    import numpy
    edges = _edges(array.size, _MOST_POINTS)
    rows = numpy.stack([numpy.minimum.reduceat(array, edges), numpy.maximum.reduceat(array, edges)])
    return "curve", rows


def _heat(array):
    import numpy
    rows, columns = _edges(array.shape[0], _MOST_ROWS), _edges(array.shape[1], _MOST_COLUMNS)
    sums = numpy.add.reduceat(numpy.add.reduceat(array, rows, axis=0), columns, axis=1)
    heights = numpy.diff([*rows, array.shape[0]])
    widths = numpy.diff([*columns, array.shape[1]])
    return "heat", sums / numpy.outer(heights, widths)


def _histogram(array):
    import numpy
    finite = array[numpy.isfinite(array)]
    counts, _ = numpy.histogram(finite, bins=_BINS)
    return "histogram", counts.astype(numpy.float64).reshape(1, -1)


def _reduced(array):
    squeezed = array.squeeze()
    if squeezed.ndim <= 1:
        return _curve(squeezed.reshape(-1))
    return _heat(squeezed) if squeezed.ndim == 2 else _histogram(squeezed)


def _send(value, name):
    """Hands a picture on; (its title, whether somebody shows it). TypeError or ValueError say why there is none."""
    import numpy
    array = numbers(value)
    if array.size == 0:
        raise ValueError("There are no elements in it that could be drawn.")
    finite = array[numpy.isfinite(array)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    with numpy.errstate(all="ignore"):
        kind, picture = _reduced(array)
    title = _title(name, array, array.shape)
    values = numpy.ascontiguousarray(picture, dtype=numpy.float32).tobytes()
    return title, _draw is not None and _draw(kind, title, picture.shape[0], picture.shape[1], values, low, high)


def draw(value, name):
    """Shows a picture of a value, its title alone where nobody can show pictures; why not, in one sentence, or ""."""
    try:
        title, is_shown = _send(value, name)
    except (TypeError, ValueError) as failure:
        return str(failure)
    if not is_shown:
        print(title)
    return ""


def draw_result(value):
    """A picture below a tensor that was shown as text, when it has enough elements for one."""
    if _is_tensor(value) and getattr(value, "size", 0) >= _FEWEST_ELEMENTS:
        try:
            _send(value, "")
        except Exception:  # a tensor without values, a symbol: its text says so already
            return
