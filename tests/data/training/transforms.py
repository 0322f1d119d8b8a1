# Transforms of data and of images.
import numpy as np
import mindspore as ms
import mindspore.dataset as ds
import mindspore.dataset.transforms as transforms
import mindspore.dataset.vision as vision


def show(title, *arrays):
    for array in arrays:
        print(title, array.shape, array.dtype, np.round(array.astype(np.float64), 4).tolist())


show("cast", transforms.TypeCast(ms.float32)(np.array([1, 2])), transforms.TypeCast(np.int32)(np.array([1.7, 2])))
show("one-hot", transforms.OneHot(3)(np.array(1)), transforms.OneHot(3)(np.array([0, 2])),
     transforms.OneHot(4, 0.1)(np.array(1)))
a = np.array([1, 2, 3, 4])
show("fill", transforms.Fill(3)(a))
show("duplicate", *transforms.Duplicate()(a))
show("slice", transforms.Slice(slice(1, 3))(a), transforms.Slice([0, 2])(a))
show("mask", transforms.Mask(transforms.Relational.GT, 2)(a))
show("pad", transforms.PadEnd([6], -1)(a))
show("concatenate", transforms.Concatenate(0, np.array([9]), np.array([8]))(a))
show("compose", transforms.Compose([lambda v: v + 1, transforms.TypeCast(np.float32)])(a))
show("always", transforms.RandomApply([lambda v: v + 1], 1.0)(a))
mapped = ds.GeneratorDataset([1, 2], ["a"], shuffle=False).map(transforms.Compose([lambda v: v + 1, lambda v: v * 2]))
print([int(row[0]) for row in mapped])

image = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
gray = np.arange(8, dtype=np.uint8).reshape(2, 4)
show("rescale", vision.Rescale(1 / 255, 0.5)(image))
show("normalize", vision.Normalize([1, 2, 3], [2.0, 2, 4])(image))
show("normalize channels first", vision.Normalize([1, 2, 3], [2.0, 2, 4], is_hwc=False)(image.transpose(2, 0, 1)))
show("channels first", vision.HWC2CHW()(image))
show("to tensor", vision.ToTensor()(image), vision.ToTensor()(gray))
show("to type", vision.ToType(np.float32)(gray))
show("flip", vision.HorizontalFlip()(gray), vision.VerticalFlip()(gray), vision.RandomHorizontalFlip(1.0)(gray))
show("middle", vision.CenterCrop(2)(image), vision.CenterCrop((1, 2))(image), vision.CenterCrop((4, 6))(gray))
show("crop", vision.Crop((0, 1), (2, 2))(image))
show("border", vision.Pad([1, 1, 1, 1])(gray), vision.Pad([1, 2], fill_value=7)(gray),
     vision.Pad(1, padding_mode=vision.Border.EDGE)(gray), vision.Pad(1, padding_mode=vision.Border.REFLECT)(gray),
     vision.Pad(1, padding_mode=vision.Border.SYMMETRIC)(gray))
for size in ((4, 8), (3, 5), (1, 2), (5, 3), 4):
    for interpolation in (vision.Inter.NEAREST, vision.Inter.LINEAR):
        resize = vision.Resize(size, interpolation)
        show(f"resize {size} {interpolation.name}", resize(image), resize(gray.astype(np.float32)))
