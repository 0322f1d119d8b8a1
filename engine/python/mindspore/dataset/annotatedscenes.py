# SPDX-License-Identifier: Apache-2.0
"""Images of scenes with boxes or with second images: KITTI, WIDER FACE, DIV2K, Cityscapes."""
import json
import os

import numpy as np

from mindspore.dataset.checks import check_type
from mindspore.dataset.decoding import image_of, with_extension
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import check_choice, check_folder
from mindspore.dataset.imagefolders import ListedImages
from mindspore.dataset.imagelists import Collection, folders_in, lines_in


class KITTIDataset(Collection):
    """
    KITTI, objects: column image and for `usage` "train" (the default) of the N objects label and occluded (uint32
    <N,1>), truncated, alpha and rotation_y (float32 <N,1>), bbox (float32 <N,4>: left, top, right, bottom), dimensions
    and location (float32 <N,3>). `usage` "test" has images alone. Labels are numbers in the order of the names.
    """

    _usages = ("train", "test")
    _default = "train"

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None, decode=False,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        columns = ["label", "truncated", "occluded", "alpha", "bbox", "dimensions", "location", "rotation_y"]
        self._column_names = ["image", *(columns if usage != "test" else [])]
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards,
                         shard_id, cache)

    def _list(self):
        folder = self._path("data_object_image_2", "testing" if self._usage == "test" else "training", "image_2")
        if not os.path.isdir(folder):
            raise pipeline_error(f"Invalid path, failed to open KITTI image dir: {folder}, permission denied.")
        numbers = range(len(os.listdir(folder)))
        paths = [os.path.join(folder, f"{number:06}.png") for number in numbers]
        if self._usage == "test":
            return [(path,) for path in paths]
        labels = self._path("data_object_label_2", "training", "label_2")
        objects = [_kitti_objects(os.path.join(labels, f"{number:06}.txt")) for number in numbers]
        names = sorted({name for found in objects for name, _ in found})
        return [(path, [names.index(name) for name, _ in found], np.array([values for _, values in found], np.float32))
                for path, found in zip(paths, objects) if found]

    def _row(self, index):
        path, *objects = self._listed()[index]
        image = image_of(path, self._decode)
        if not objects:
            return [image]
        labels, values = objects
        return [image, np.array(labels, np.uint32)[:, None], values[:, 0:1], values[:, 1:2].astype(np.uint32),
                values[:, 2:3], values[:, 3:7], values[:, 7:10], values[:, 10:13], values[:, 13:14]]

    def _class_of(self, column):
        return None


def _kitti_objects(path):
    """[(name, 14 numbers), ...]"""
    objects = []
    for number, line in enumerate(lines_in(path), 1):
        try:
            name, *values = line.split()
            objects.append((name, [float(value) for value in values[:14]]))
            if len(values) < 14:
                raise ValueError
        except ValueError:
            raise pipeline_error(f"Invalid file, {path} has no name and 14 numbers in line {number}: {line}") from None
    return objects


class WIDERFaceDataset(Collection):
    """
    WIDER FACE: columns image, and but for `usage` "test" bbox (int32 <N,4>: left, top, width, height) and blur,
    expression, illumination, occlusion, pose and invalid (int32 <N>) of the N faces. `usage` is "train", "valid",
    "test" or "all" (the default: "train" and "valid").
    """

    _usages = ("train", "test", "valid", "all")
    _default = "all"

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None, decode=False,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        columns = ["bbox", "blur", "expression", "illumination", "occlusion", "pose", "invalid"]
        self._column_names = ["image", *(columns if usage != "test" else [])]
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards,
                         shard_id, cache)

    def _list(self):
        parts = {"train": ["train"], "valid": ["val"], "test": ["test"], "all": ["train", "val"]}[self._usage]
        found = []
        for part in parts:
            folder = self._path(f"WIDER_{part}", "images")
            paths = [path for name in folders_in(folder)
                     for path in with_extension(os.path.join(folder, name), [".jpg"])]
            faces = {} if part == "test" else _faces(self._path("wider_face_split", f"wider_face_{part}_bbx_gt.txt"))
            found += [(path, faces.get(os.path.relpath(path, folder), [])) for path in paths]
        return found

    def _row(self, index):
        path, faces = self._listed()[index]
        image = image_of(path, self._decode)
        if self._usage == "test":
            return [image]
        values = np.array(faces, np.int32).reshape(-1, 10)
        return [image, values[:, :4], *values[:, 4:].T.copy()]

    def _class_of(self, column):
        return None


def _faces(path):
    """{image: [10 numbers for each face]} of a file with a name, a count and so many rows, but at least one."""
    found, lines = {}, iter(lines_in(path))
    try:
        for name in lines:
            rows = [next(lines).split() for _ in range(max(int(next(lines)), 1))]
            found[name] = [[int(value) for value in row[:10]] for row in rows]
            if any(len(row) < 10 for row in rows):
                raise ValueError
    except (ValueError, StopIteration):
        raise pipeline_error(f"Invalid data, {path} has no count of boxes and ten numbers for each of them behind "
                             f"{name}.") from None
    return found


class _TwoImages(ListedImages):
    """Pairs of images; `_list` gives [(path, path), ...]."""

    def _row(self, index):
        return [image_of(path, self._decode) for path in self._listed()[index]]

    def _class_of(self, column):
        return None


_SCALES = {"bicubic": (2, 3, 4, 8), "unknown": (2, 3, 4), "mild": (4,), "difficult": (4,), "wild": (4,)}


class DIV2KDataset(_TwoImages):
    """
    DIV2K: columns hr_image and lr_image, an image and its smaller one. `usage` is "train" (the default), "valid" or
    "all", `downgrade` "bicubic" (scale 2, 3, 4, 8), "unknown" (scale 2, 3, 4), "mild", "difficult" or "wild" (scale 4).
    """

    _column_names = ["hr_image", "lr_image"]

    def __init__(self, dataset_dir, usage="train", downgrade="bicubic", scale=2, num_samples=None,
                 num_parallel_workers=None, shuffle=None, decode=None, sampler=None, num_shards=None, shard_id=None,
                 cache=None):
        check_folder(dataset_dir)
        check_choice(usage, ["train", "valid", "all"], "usage")
        check_choice(scale, [2, 3, 4, 8], "scale")
        check_choice(downgrade, list(_SCALES), "downgrade")
        if scale == 8 and downgrade != "bicubic":
            raise ValueError("DIV2KNode: scale equal to 8 is allowed only in bicubic downgrade.")
        if scale not in _SCALES[downgrade]:
            raise ValueError(f"DIV2KNode: {downgrade} downgrade requires scale equal to 4.")
        self._folder, self._usage, self._downgrade, self._scale = dataset_dir, usage, downgrade, scale
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache)

    def _small_folder(self, usage):
        if self._scale == 8:
            return f"DIV2K_{usage}_LR_x8"
        folder = f"DIV2K_{usage}_LR_{self._downgrade}"
        return os.path.join(folder, f"X{self._scale}") if self._downgrade in ("bicubic", "unknown") else folder

    def _list(self):
        return [pair for usage in (["train", "valid"] if self._usage == "all" else [self._usage])
                for pair in self._pairs(os.path.join(self._folder, f"DIV2K_{usage}_HR"),
                                        os.path.join(self._folder, self._small_folder(usage)))]

    def _pairs(self, large, small):
        for what, folder in (("hr", large), ("lr", small)):
            if not os.path.isdir(folder):
                raise pipeline_error(f"Invalid path, div2k {what} image dir: {folder} is not a directory.")
        end = f"x{self._scale}" + {"mild": "m", "difficult": "d", "wild": "w"}.get(self._downgrade, "") + ".png"
        pairs = [(path, os.path.join(small, os.path.basename(path)[:-4] + end))
                 for path in with_extension(large, [".png"])]
        for _, path in pairs:
            if not os.path.isfile(path):
                raise pipeline_error(f"Invalid file, div2k image file: {path} does not exist.")
        return pairs


_TASKS = {"instance": "instanceIds.png", "semantic": "labelIds.png", "color": "color.png", "polygon": "polygons.json"}


class CityscapesDataset(_TwoImages):
    """
    Cityscapes: columns image and task, a second image, or for `task` "polygon" a text of JSON. `usage` is "train",
    "test", "val" or "all"; for quality_mode "coarse" "train", "train_extra", "val" or "all". `task` is "instance",
    "semantic", "polygon" or "color".
    """

    _column_names = ["image", "task"]
    _parts = {"fine": ["train", "test", "val"], "coarse": ["train", "train_extra", "val"]}

    def __init__(self, dataset_dir, usage="train", quality_mode="fine", task="instance", num_samples=None,
                 num_parallel_workers=None, shuffle=None, decode=None, sampler=None, num_shards=None, shard_id=None,
                 cache=None):
        check_folder(dataset_dir)
        check_type(task, [str], "task")
        check_choice(task, list(_TASKS), "task")
        check_choice(quality_mode, list(self._parts), "quality_mode")
        check_choice(usage, [*self._parts[quality_mode], "all"], "usage")
        self._folder, self._usage, self._quality, self._task = dataset_dir, usage, quality_mode, task
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache)

    def _list(self):
        return [pair for usage in (self._parts[self._quality] if self._usage == "all" else [self._usage])
                for pair in self._pairs(usage)]

    def _pairs(self, usage):
        kind = "gt" + self._quality.capitalize()
        images, tasks = (os.path.join(self._folder, name, usage) for name in ("leftImg8bit", kind))
        for folder in (images, tasks):
            if not os.path.isdir(folder):
                raise pipeline_error(f"Invalid path, {folder} is an invalid directory path.")
        pairs = []
        for city in folders_in(images):
            for path in with_extension(os.path.join(images, city), [".png"]):
                start = os.path.basename(path).partition("_leftImg8bit")[0]
                pairs.append((path, os.path.join(tasks, city, f"{start}_{kind}_{_TASKS[self._task]}")))
                if not os.path.isfile(pairs[-1][1]):
                    raise pipeline_error(f"Invalid file, {pairs[-1][1]} not found.")
        return pairs

    def _row(self, index):
        if self._task != "polygon":
            return super()._row(index)
        path, polygons = self._listed()[index]
        try:
            with open(polygons, encoding="utf-8") as file:
                content = json.load(file)
        except ValueError as failure:
            raise pipeline_error(f"Invalid file, failed to parse {polygons}: {failure}") from None
        text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return [image_of(path, self._decode), np.array(text)]
