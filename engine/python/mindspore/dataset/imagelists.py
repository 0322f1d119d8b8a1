# SPDX-License-Identifier: Apache-2.0
"""Published collections of images whose labels come from the names of folders or from lists in text files."""
import os

import numpy as np

from mindspore.dataset.checks import check_bool, check_type
from mindspore.dataset.decoding import image_of, with_extension
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import check_choice, check_folder
from mindspore.dataset.imagefolders import ListedImages


def folders_in(folder):
    """The names of the folders in a folder, in their order; RuntimeError if there is none."""
    if not os.path.isdir(folder):
        raise pipeline_error(f"Invalid path, {folder} does not exist or is not a folder.")
    names = sorted(entry.name for entry in os.scandir(folder) if entry.is_dir())
    if not names:
        raise pipeline_error(f"Invalid path, no subfolder found under path: {folder}")
    return names


def lines_in(path):
    """The lines of a file; RuntimeError if it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except OSError as failure:
        raise pipeline_error(f"Invalid file, failed to open {path}: {failure.strerror}.") from None


class Collection(ListedImages):
    """
    Args:
        dataset_dir (str): the folder of the collection.
        usage (str): which part of it.
        decode (bool): gives pixels <H,W,3> of uint8 instead of the bytes of the file.
        num_samples, shuffle, sampler, num_shards, shard_id: which images, in which order; random is the default.
    """

    _usages = ()
    _default = None

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None, decode=False,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        check_folder(dataset_dir)
        check_choice(usage, [None, *self._usages], "usage")
        self._folder, self._usage = dataset_dir, usage or self._default
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache)

    def _path(self, *names):
        return os.path.join(self._folder, *names)


class _WithoutUsage(Collection):
    """A collection of one part."""

    def __init__(self, dataset_dir, num_samples=None, num_parallel_workers=None, shuffle=None, decode=False,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        super().__init__(dataset_dir, None, num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards,
                         shard_id, cache)


class Caltech256Dataset(_WithoutUsage):
    """Caltech-256: columns image and label (int32), a folder for each class in the order of their names."""

    def num_classes(self):
        """The number of classes."""
        return len(folders_in(self._folder))

    def _list(self):
        return [(path, np.int32(number)) for number, name in enumerate(folders_in(self._folder))
                for path in with_extension(self._path(name), None)]


class OmniglotDataset(_WithoutUsage):
    """
    Omniglot: columns image and label (int32), a folder for each character in one for each alphabet. Characters of
    images_background, or without `background` of images_evaluation.
    """

    def __init__(self, dataset_dir, background=None, num_samples=None, num_parallel_workers=None, shuffle=None,
                 decode=False, sampler=None, num_shards=None, shard_id=None, cache=None):
        if background is not None:
            check_bool(background, "background")
        super().__init__(dataset_dir, num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id,
                         cache)
        self._folder = os.path.join(dataset_dir, "images_evaluation" if background is False else "images_background")

    def _characters(self):
        return [self._path(alphabet, name) for alphabet in folders_in(self._folder)
                for name in folders_in(self._path(alphabet))]

    def num_classes(self):
        """The number of characters."""
        return len(self._characters())

    def _list(self):
        return [(path, np.int32(number)) for number, folder in enumerate(self._characters())
                for path in with_extension(folder, None)]


_SCENES = ["bedroom", "bridge", "church_outdoor", "classroom", "conference_room", "dining_room", "kitchen",
           "living_room", "restaurant", "tower"]


class LSUNDataset(Collection):
    """
    LSUN, unpacked: columns image and label (uint32), which counts the folders that are read. `usage` is "train",
    "valid", "test" or "all" (the default: "train" and "valid"), `classes` (list[str]) says which scenes.
    """

    _usages = ("train", "test", "valid", "all")
    _default = "all"

    def __init__(self, dataset_dir, usage=None, classes=None, num_samples=None, num_parallel_workers=None, shuffle=None,
                 decode=False, sampler=None, num_shards=None, shard_id=None, cache=None):
        if classes is not None:
            check_type(classes, [list], "classes")
            for name in classes:
                check_type(name, [str], "class")
        self._scenes = classes or _SCENES
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards,
                         shard_id, cache)

    def _folders(self):
        if self._usage == "test":
            return ["test"]
        ends = [end for usage, end in (("train", "_train"), ("valid", "_val")) if self._usage in (usage, "all")]
        wanted = [scene + end for scene in self._scenes for end in ends]
        return [name for name in folders_in(self._folder) if any(part in name for part in wanted)]

    def num_classes(self):
        """The number of scenes that there are."""
        names = self._folders()
        return sum(any(scene in name for name in names) for scene in self._scenes)

    def _list(self):
        return [(path, np.uint32(number)) for number, name in enumerate(self._folders())
                for path in with_extension(self._path(name), None)]


class Places365Dataset(Collection):
    """
    Places365: columns image and label (uint32). `usage` is "train-standard" (the default), "train-challenge" or "val";
    with `small` images of 256 * 256, else large ones.
    """

    _usages = ("train-standard", "train-challenge", "val")
    _default = "train-standard"
    _lists = {"train-standard": "places365_train_standard.txt", "train-challenge": "places365_train_challenge.txt",
              "val": "places365_val.txt"}
    _images = {("train-standard", False): "data_large_standard", ("train-challenge", False): "data_large_challenge",
               ("val", False): "val_large", ("train-standard", True): "data_256_standard",
               ("train-challenge", True): "data_256_challenge", ("val", True): "val_256"}

    def __init__(self, dataset_dir, usage=None, small=True, decode=False, num_samples=None, num_parallel_workers=None,
                 shuffle=None, sampler=None, num_shards=None, shard_id=None, cache=None):
        check_bool(small, "small")
        self._is_small = small
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards,
                         shard_id, cache)

    def _list(self):
        lines_in(self._path("categories_places365.txt"))  # it must be there, although labels stand in the list
        path = self._path(self._lists[self._usage])
        rows = [line.split() for line in lines_in(path) if line.strip()]
        try:
            return [(self._path(self._images[self._usage, self._is_small], name.lstrip("/")), np.uint32(int(label)))
                    for name, label in rows]
        except ValueError:
            raise pipeline_error(f"Invalid data, {path} has a row that is not a path and a number.") from None


class SUN397Dataset(_WithoutUsage):
    """SUN397: columns image and label (uint32), by the order of classes in ClassName.txt."""

    def _list(self):
        names = " ".join(lines_in(self._path("ClassName.txt"))).split()
        numbers = {name: number for number, name in enumerate(names)}
        return [(path, np.uint32(number)) for name, number in sorted(numbers.items())
                for path in self._images_of(name)]

    def _images_of(self, name):
        folder = self._path(name.lstrip("/"))
        if not os.path.isdir(folder):
            raise pipeline_error(f"Invalid path, {folder} does not exist or permission denied.")
        return [path for path in with_extension(folder, [".jpg"]) if os.path.basename(path).startswith("sun_")]


class RenderedSST2Dataset(Collection):
    """
    Rendered SST-2: columns image and label (uint32, 0 for negative and 1 for positive). `usage` is "train", "val",
    "test" or "all" (the default).
    """

    _usages = ("val", "all", "train", "test")
    _default = "all"
    _extensions = (".png",)

    def num_classes(self):
        """The number of classes."""
        return 2

    def _list(self):
        parts = ["test", "train", "valid"] if self._usage == "all" else [self._usage.replace("val", "valid")]
        return [(path, np.uint32(number)) for part in parts
                for number, name in enumerate(folders_in(self._path(part)))
                for path in with_extension(self._path(part, name), self._extensions)]


class Food101Dataset(Collection):
    """Food-101: columns image and label (a text). `usage` is "train", "test" or "all" (the default)."""

    _usages = ("train", "test", "all")
    _default = "all"

    def _list(self):
        classes = folders_in(self._path("images"))
        parts = ["train", "test"] if self._usage == "all" else [self._usage]
        names = [line for part in parts for line in lines_in(self._path("meta", part + ".txt")) if line]
        return [(self._path("images", name + ".jpg"), next((found for found in classes if found in name), ""))
                for name in names]

    def _class_of(self, column):
        return None


class LFWDataset(Collection):
    """
    Labeled Faces in the Wild. Task "people" (the default): columns image and label (uint32, the person's place in
    lfw-names.txt); "pairs": image1, image2 and label (uint32, 1 for one person). `usage` is "10fold", "train", "test"
    or "all" (the default: "train" and "test"), `image_set` is "original", "funneled" (the default) or "deepfunneled".
    """

    _usages = ("10fold", "train", "test", "all")
    _default = "all"
    _folders = {"original": "lfw", "funneled": "lfw_funneled", "deepfunneled": "lfw-deepfunneled"}

    def __init__(self, dataset_dir, task=None, usage=None, image_set=None, num_samples=None, num_parallel_workers=None,
                 shuffle=None, decode=False, sampler=None, num_shards=None, shard_id=None, cache=None):
        check_choice(task, [None, "people", "pairs"], "task")
        check_choice(image_set, [None, *self._folders], "image_set")
        self._task, self._images = task or "people", self._folders[image_set or "funneled"]
        self._column_names = ["image1", "image2", "label"] if self._task == "pairs" else ["image", "label"]
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards,
                         shard_id, cache)

    def _list(self):
        numbers = {line.split()[0]: number for number, line in enumerate(lines_in(self._path("lfw-names.txt")))}
        ends = {"10fold": [""], "train": ["DevTrain"], "test": ["DevTest"], "all": ["DevTrain", "DevTest"]}[self._usage]
        found = []
        for path in (self._path(f"{self._task}{end}.txt") for end in ends):
            rows = [line.split() for line in lines_in(path)]
            try:
                found += self._pairs(rows) if self._task == "pairs" else self._people(rows, numbers)
            except (ValueError, IndexError, KeyError):
                raise pipeline_error(f"Invalid file, {path} is no LFW annotation file, or lfw-names.txt lacks one of "
                                     "its names.") from None
        return found

    def _image(self, name, number):
        return self._path(self._images, name, f"{name}_{int(number):04}.jpg")

    def _people(self, rows, numbers):
        """Folds, of which only "10fold" has several: a count, then so many rows of a name and its number of images."""
        folds, begin = (int(rows[0][0]), 1) if self._usage == "10fold" else (1, 0)
        found = []
        for _ in range(folds):
            end = begin + 1 + int(rows[begin][0])
            found += [(self._image(name, number), np.uint32(numbers[name])) for name, count in rows[begin + 1:end]
                      for number in range(1, int(count) + 1)]
            begin = end
        return found

    def _pairs(self, rows):
        """For each fold pairs of one person (a name and two numbers), then as many of two (each with a number)."""
        folds, count = map(int, rows[0]) if self._usage == "10fold" else (1, int(rows[0][0]))
        found = []
        for row in rows[1:1 + 2 * folds * count]:
            first, second = (row[:2], (row[0], row[2])) if len(row) == 3 else (row[:2], row[2:4])
            found.append((self._image(*first), self._image(*second), np.uint32(len(row) == 3)))
        return found

    def _row(self, index):
        if self._task == "people":
            return super()._row(index)
        first, second, label = self._listed()[index]
        return [image_of(first, self._decode), image_of(second, self._decode), np.array(label)]


class SBUDataset(_WithoutUsage):
    """
    SBU captioned photos: columns image and caption (a text), of the images that are there. The name of an image's file
    is its address from the 24th character on, with "_" for "/".
    """

    _column_names = ["image", "caption"]

    def __init__(self, dataset_dir, num_samples=None, num_parallel_workers=None, shuffle=None, decode=False,
                 sampler=None, num_shards=None, shard_id=None, cache=None):
        check_folder(dataset_dir)
        self._files = [os.path.abspath(os.path.join(dataset_dir, f"SBU_captioned_photo_dataset_{name}.txt"))
                       for name in ("urls", "captions")]
        for path in self._files:
            if not os.path.isfile(path):
                raise ValueError(f"The file {path} does not exist or permission denied!")
        super().__init__(dataset_dir, num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id,
                         cache)

    def _list(self):
        addresses, captions = map(lines_in, self._files)
        pairs = [(self._path("sbu_images", address[23:].replace("/", "_")), caption.rstrip(" "))
                 for address, caption in zip(addresses, captions) if address]
        return [(path, caption) for path, caption in pairs if os.path.isfile(path)]

    def _class_of(self, column):
        return None


class FlickrDataset(ListedImages):
    """
    Flickr8k and Flickr30k: columns image and annotation (texts <N>, those of an image in the annotation file, whose
    rows are the name of an image, "#", a number, a tabulator and a text). Images are in the order of their names.
    """

    _column_names = ["image", "annotation"]

    def __init__(self, dataset_dir, annotation_file, num_samples=None, num_parallel_workers=None, shuffle=None,
                 decode=None, sampler=None, num_shards=None, shard_id=None, cache=None):
        check_folder(dataset_dir)
        check_type(annotation_file, [str], "annotation_file")
        if not os.path.isfile(annotation_file):
            raise ValueError(f"The file {annotation_file} does not exist or permission denied!")
        self._folder, self._file = dataset_dir, annotation_file
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache)

    def _list(self):
        found = {}
        for number, line in enumerate(lines_in(self._file), 1):
            name, separator, text = line.partition("\t")
            if line and (not separator or "#" not in name):
                raise pipeline_error(f"Invalid annotation file, {self._file} has no name with # and no text in line "
                                     f"{number}: {line}")
            if line:
                found.setdefault(os.path.join(self._folder, name.rpartition("#")[0]), []).append(text)
        return sorted(found.items())

    def _row(self, index):
        path, texts = self._listed()[index]
        image = image_of(path, self._decode)
        return [image, np.array(texts)]

    def _class_of(self, column):
        return None
