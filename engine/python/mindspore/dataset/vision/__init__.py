# SPDX-License-Identifier: Apache-2.0
"""Transforms of images: arrays <H,W> or <H,W,C> of one image, or images of Pillow, before `batch`."""
import contextlib

with contextlib.suppress(ImportError):
    import PIL.Image  # noqa: F401  (scripts name PIL.Image after `import PIL`, since MindSpore has imported it)

from mindspore.dataset.vision.augment import RandAugment, TrivialAugmentWide
from mindspore.dataset.vision.boxes import (BoundingBoxAugment, RandomCropWithBBox, RandomHorizontalFlipWithBBox,
                                            RandomResizedCropWithBBox, RandomResizeWithBBox,
                                            RandomVerticalFlipWithBBox, ResizeWithBBox)
from mindspore.dataset.vision.chance import (RandomAdjustSharpness, RandomAffine, RandomAutoContrast, RandomColor,
                                             RandomColorAdjust, RandomCropDecodeResize, RandomEqualize, RandomErasing,
                                             RandomGrayscale, RandomInvert, RandomLighting, RandomPerspective,
                                             RandomPosterize, RandomResize, RandomResizedCrop, RandomRotation,
                                             RandomSelectSubpolicy, RandomSharpness, RandomSolarize, UniformAugment)
from mindspore.dataset.vision.color import (AdjustBrightness, AdjustContrast, AdjustGamma, AdjustHue, AdjustSaturation,
                                            AdjustSharpness, AutoContrast, ConvertColor, ConvertMode, Equalize,
                                            Grayscale, HsvToRgb, Invert, Posterize, RgbToHsv, Solarize)
from mindspore.dataset.vision.files import (Decode, ImageReadMode, ToPIL, encode_jpeg, encode_png,
                                            get_image_num_channels, get_image_size, read_file, read_image, write_file,
                                            write_jpeg, write_png)
from mindspore.dataset.vision.geometry import (Border, CenterCrop, Crop, HorizontalFlip, Pad, RandomCrop,
                                               RandomHorizontalFlip, RandomVerticalFlip, VerticalFlip)
from mindspore.dataset.vision.pieces import (CutMixBatch, CutOut, Erase, FiveCrop, GaussianBlur, ImageBatchFormat,
                                             LinearTransformation, MixUp, MixUpBatch, NormalizePad, PadToSize,
                                             ResizedCrop, SliceMode, SlicePatches, TenCrop)
from mindspore.dataset.vision.resize import Inter, Resize
from mindspore.dataset.vision.values import HWC2CHW, Normalize, Rescale, ToNumpy, ToTensor, ToType
from mindspore.dataset.vision.warp import Affine, Perspective, Rotate
from mindspore._missing import missing_names

__getattr__ = missing_names("mindspore.dataset.vision")
