# SPDX-License-Identifier: Apache-2.0
"""Collections of images whose annotations are in files of MATLAB: Caltech-101, Flowers-102, SBD, SVHN."""
import os

import numpy as np

from mindspore._missing import not_yet
from mindspore.dataset.checks import check_bool
from mindspore.dataset.decoding import image_of
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import check_choice, check_folder
from mindspore.dataset.matlabfiles import read_matlab
from mindspore.dataset.sources import GeneratorDataset


def _in_file(path, name):
    """A value of a file of MATLAB."""
    content = read_matlab(path)
    if name not in content:
        raise pipeline_error(f"Invalid file, {path} has no {name}.")
    return content[name]


class _Elements:
    """Elements that a function makes of a list of descriptions."""

    def __init__(self, described, made):
        self._described, self._made = described, made

    def __len__(self):
        return len(self._described)

    def __getitem__(self, index):
        return self._made(*self._described[index])


class _Annotated(GeneratorDataset):
    """
    Args:
        dataset_dir (str): the folder of the collection.
        decode (bool): gives pixels <H,W,3> of uint8 instead of the bytes of the file.
        num_samples, shuffle, sampler, num_shards, shard_id: which images, in which order; random is the default.
    """

    def __init__(self, source, columns, num_samples, num_parallel_workers, shuffle, sampler, num_shards, shard_id):
        super().__init__(source, columns, num_samples=num_samples, num_parallel_workers=num_parallel_workers,
                         shuffle=shuffle, sampler=sampler, num_shards=num_shards, shard_id=shard_id)


class Caltech101Dataset(_Annotated):
    """
    Caltech-101: image and, by target_type, category (int64; "category", the default), annotation (float64 <2,N>, the
    points of the contour; "annotation") or both ("all").
    """

    _other_names = {"Faces": "Faces_2", "Faces_easy": "Faces_3", "Motorbikes": "Motorbikes_16",
                    "airplanes": "Airplanes_Side_2"}

    def __init__(self, dataset_dir, target_type=None, num_samples=None, num_parallel_workers=1, shuffle=None,
                 decode=False, sampler=None, num_shards=None, shard_id=None):
        check_folder(dataset_dir)
        check_choice(target_type, [None, "category", "annotation", "all"], "target_type")
        check_bool(decode, "decode")
        self._folder, self._decode = os.path.realpath(dataset_dir), decode
        self._targets = {"all": ["category", "annotation"]}.get(target_type, [target_type or "category"])
        super().__init__(_Elements(self._images(), self._element), ["image", *self._targets], num_samples,
                         num_parallel_workers, shuffle, sampler, num_shards, shard_id)

    def _classes(self):
        return [name for name in sorted(os.listdir(os.path.join(self._folder, "101_ObjectCategories")))
                if name != "BACKGROUND_Google"]

    def _images(self):
        """[(number of the class, its name, number of the image), ...]"""
        folder = os.path.join(self._folder, "101_ObjectCategories")
        return [(number, name, image + 1) for number, name in enumerate(self._classes())
                if os.path.isdir(os.path.join(folder, name))
                for image in range(len(os.listdir(os.path.join(folder, name))))]

    def _element(self, number, name, image):
        path = os.path.join(self._folder, "101_ObjectCategories", name, f"image_{image:04}.jpg")
        row = [image_of(path, self._decode)]
        if "category" in self._targets:
            row.append(number)
        if "annotation" in self._targets:
            folder = os.path.join(self._folder, "Annotations", self._other_names.get(name, name))
            row.append(_in_file(os.path.join(folder, f"annotation_{image:04}.mat"), "obj_contour"))
        return tuple(row)

    def get_class_indexing(self):
        """{name of a class: its number}"""
        return {name: number for number, name in enumerate(self._classes())}


class Flowers102Dataset(_Annotated):
    """
    Flowers-102: image and label (uint32), with `task` "Segmentation" image, segmentation and label. `usage` is
    "train", "valid", "test" or "all" (the default).
    """

    _sets = {"train": ["trnid"], "test": ["tstid"], "valid": ["valid"], "all": ["trnid", "tstid", "valid"]}

    def __init__(self, dataset_dir, task="Classification", usage="all", num_samples=None, num_parallel_workers=1,
                 shuffle=None, decode=False, sampler=None, num_shards=None, shard_id=None):
        check_folder(dataset_dir)
        check_choice(task, ["Classification", "Segmentation"], "task")
        check_choice(usage, ["train", "valid", "test", "all"], "usage")
        check_bool(decode, "decode")
        self._folder, self._task, self._decode = os.path.realpath(dataset_dir), task, decode
        self._labels = _in_file(os.path.join(self._folder, "imagelabels.mat"), "labels").ravel()
        sets = os.path.join(self._folder, "setid.mat")
        numbers = [(int(number),) for name in self._sets[usage] for number in _in_file(sets, name).ravel()]
        columns = ["image", "label"] if task == "Classification" else ["image", "segmentation", "label"]
        super().__init__(_Elements(numbers, self._element), columns, num_samples, num_parallel_workers, shuffle,
                         sampler, num_shards, shard_id)

    def _element(self, number):
        row = [image_of(os.path.join(self._folder, "jpg", f"image_{number:05}.jpg"), self._decode)]
        if self._task == "Segmentation":
            row.append(image_of(os.path.join(self._folder, "segmim", f"segmim_{number:05}.jpg"), self._decode))
        return (*row, np.uint32(self._labels[number - 1] - 1))

    def get_class_indexing(self):
        """NotImplementedError: the names of the flowers are not in the files."""
        raise not_yet("Flowers102Dataset.get_class_indexing, whose names are not in the files,")


class SBDataset(_Annotated):
    """
    Semantic Boundaries: image and task: with `task` "Boundaries" (the default) uint8 <20,H,W>, a picture of each
    class, with "Segmentation" uint8 <H,W>. `usage` is "train", "val", "train_noval" or "all" (the default).
    """

    def __init__(self, dataset_dir, task="Boundaries", usage="all", num_samples=None, num_parallel_workers=1,
                 shuffle=None, decode=None, sampler=None, num_shards=None, shard_id=None):
        check_folder(dataset_dir)
        check_choice(task, ["Boundaries", "Segmentation"], "task")
        check_choice(usage, ["train", "val", "train_noval", "all"], "usage")
        self._folder, self._task, self._decode = dataset_dir, task, bool(decode)
        names = [(line.strip(),) for part in (["train", "val"] if usage == "all" else [usage])
                 for line in self._list(part)]
        super().__init__(_Elements(names, self._element), ["image", "task"], num_samples, num_parallel_workers,
                         shuffle, sampler, num_shards, shard_id)

    def _list(self, part):
        path = os.path.join(self._folder, part + ".txt")
        if not os.path.isfile(path):
            raise FileNotFoundError(f"SBDataset: {path} not found")
        with open(path, encoding="utf-8") as file:
            return file.readlines()

    def _element(self, name):
        image = image_of(os.path.join(self._folder, "img", name + ".jpg"), self._decode)
        classes = _in_file(os.path.join(self._folder, "cls", name + ".mat"), "GTcls").ravel()[0][self._task]
        if self._task == "Segmentation":
            return image, classes
        return image, np.stack([classes.ravel()[number] for number in range(20)])


class SVHNDataset(_Annotated):
    """SVHN: image (uint8 <32,32,3>) and label (uint32). `usage` is "train", "test", "extra" or "all" (the default)."""

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=1, shuffle=None, sampler=None,
                 num_shards=None, shard_id=None):
        check_folder(dataset_dir)
        check_choice(usage, [None, "train", "test", "extra", "all"], "usage")
        parts = ["train", "test", "extra"] if usage in (None, "all") else [usage]
        found = [read_matlab(os.path.join(dataset_dir, part + "_32x32.mat")) for part in parts]
        images = np.concatenate([part["X"].transpose(3, 0, 1, 2) for part in found])
        labels = np.concatenate([part["y"].ravel() for part in found]).astype(np.uint32) % 10
        super().__init__(_Elements(list(zip(images, labels)), lambda *pair: pair), ["image", "label"],
                         num_samples, num_parallel_workers, shuffle, sampler, num_shards, shard_id)
