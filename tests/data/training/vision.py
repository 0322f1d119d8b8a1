# Transforms of images whose bytes real MindSpore computes with OpenCV: sums, and the first values, of what they give.
import numpy as np
import mindspore.dataset.vision as vision
from mindspore.dataset.vision import ConvertMode, Inter, SliceMode

steps = np.add.outer(np.arange(20) * 7, np.arange(24) * 3)[..., None]
image = np.clip(steps + np.array([0, 20, 50]), 0, 255).astype(np.uint8)
points, others = [[0, 0], [8, 0], [8, 7], [0, 7]], [[1, 1], [7, 0], [8, 6], [0, 7]]

for transform in (
        vision.AdjustBrightness(1.7), vision.AdjustContrast(0.4), vision.AdjustSaturation(2.0), vision.AdjustHue(0.2),
        vision.AdjustHue(-0.37), vision.AdjustSharpness(2.5), vision.AdjustGamma(0.5), vision.AdjustGamma(2.2, 1.3),
        vision.AutoContrast(5.0), vision.AutoContrast(10.0, [20, 80]), vision.Equalize(), vision.Invert(),
        vision.Posterize(3), vision.Solarize((50, 200)), vision.ConvertColor(ConvertMode.COLOR_BGR2RGBA),
        vision.ConvertColor(ConvertMode.COLOR_RGB2GRAY), vision.Rotate(30), vision.Rotate(30, Inter.BILINEAR, True),
        vision.Rotate(-77.5, Inter.BICUBIC, fill_value=9), vision.Affine(15, (-0.2, 0.1), 0.8, [10, 5], Inter.BILINEAR),
        vision.Perspective(points, others), vision.Perspective(points, others, Inter.NEAREST),
        vision.Resize((27, 29), Inter.BICUBIC), vision.Resize((7, 9), Inter.BICUBIC), vision.Resize((5, 6), Inter.AREA),
        vision.ResizedCrop(1, 2, 5, 6, (9, 8)), vision.PadToSize((30, 26), [2, 1], (1, 2, 3)), vision.GaussianBlur(3),
        vision.GaussianBlur([3, 5], [1.0, 2.5]), vision.SlicePatches(2, 3), vision.SlicePatches(3, 5, SliceMode.DROP)):
    result = transform(image)
    for array in result if isinstance(result, tuple) else (result,):
        print(type(transform).__name__, array.shape, array.dtype, array.astype(np.int64).sum(), array.ravel()[:8].tolist())
boxes = np.array([[1, 2, 3, 4], [0, 0, 5, 6]], np.float32)
for transform in (vision.ResizeWithBBox((10, 36)), vision.RandomHorizontalFlipWithBBox(1.0),
                  vision.RandomVerticalFlipWithBBox(1.0)):
    result = transform(image, boxes.copy())
    print(type(transform).__name__, result[0].sum(), result[1].tolist())
print(np.round(vision.RgbToHsv(True)(image)[3, 5], 6).tolist())
