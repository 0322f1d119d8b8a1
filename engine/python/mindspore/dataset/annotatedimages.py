# SPDX-License-Identifier: Apache-2.0
"""Datasets of images with annotations in files of their own: Pascal VOC and COCO."""
import json
import os
import xml.etree.ElementTree

import numpy as np

from mindspore.dataset.checks import check_bool, check_type
from mindspore.dataset.decoding import image_of
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import check_folder
from mindspore.dataset.imagefolders import ListedImages, check_class_indexing

_META = "_meta-filename"  # the name of the column with the name of the image's file


class VOCDataset(ListedImages):
    """
    Pascal VOC. Task "Segmentation": columns image and target, both images. Task "Detection": image, bbox (float32
    <N,4>: left, top, width, height), label, difficult and truncate (uint32 <N,1>). `usage` names the list in
    ImageSets; with extra_metadata there is the column _meta-filename too, which iterators leave out unless it is
    renamed.
    """

    def __init__(self, dataset_dir, task="Segmentation", usage="train", class_indexing=None, num_samples=None,
                 num_parallel_workers=None, shuffle=None, decode=False, sampler=None, num_shards=None, shard_id=None,
                 cache=None, extra_metadata=False, decrypt=None):
        check_folder(dataset_dir)
        check_type(task, [str], "task")
        check_type(usage, [str], "usage")
        check_class_indexing(class_indexing)
        check_bool(extra_metadata, "extra_metadata")
        if task not in ("Segmentation", "Detection"):
            raise ValueError("Invalid task : " + task + ".")
        self._is_detection = task == "Detection"
        if not self._is_detection and class_indexing is not None:
            raise ValueError("class_indexing is not supported in Segmentation task.")
        lists = os.path.join(dataset_dir, "ImageSets", "Main" if self._is_detection else "Segmentation")
        self._list_file = os.path.abspath(os.path.join(lists, usage + ".txt"))
        if not os.path.isfile(self._list_file):
            raise ValueError(f"The file {self._list_file} does not exist or permission denied!")
        self._folder, self._given, self._has_meta = dataset_dir, class_indexing, extra_metadata
        columns = ["bbox", "label", "difficult", "truncate"] if self._is_detection else ["target"]
        self._column_names = ["image", *columns, *([_META] if extra_metadata else [])]
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache,
                         decrypt)

    def _path(self, folder, name, extension):
        return os.path.join(self._folder, folder, name + extension)

    def _list(self):
        with open(self._list_file, encoding="utf-8") as file:
            names = [line.split()[0] for line in file if line.strip()]
        if not self._is_detection:
            return [(self._path("JPEGImages", name, ".jpg"), name) for name in names]
        objects = [(name, self._objects(self._path("Annotations", name, ".xml"))) for name in names]
        return [(self._path("JPEGImages", name, ".jpg"), name, found) for name, found in objects if found]

    def _objects(self, path):
        """[(name, box, difficult, truncated), ...] of an annotation file, of the classes that are asked for."""
        try:
            found = xml.etree.ElementTree.parse(path).getroot().iter("object")
            objects = [_voc_object(entry) for entry in found]
        except (OSError, xml.etree.ElementTree.ParseError, AttributeError, ValueError) as failure:
            raise pipeline_error(f"Invalid xml, failed to read {path}: {failure}") from None
        return [entry for entry in objects if self._given is None or entry[0] in self._given]

    def get_class_indexing(self):
        """{name of a class: its number}; classes are numbered in the order of their names."""
        if not self._is_detection:
            raise NotImplementedError("Dataset VOCDataset doesn't support get_class_indexing in Segmentation task.")
        if self._given is not None:
            return dict(self._given)
        names = {entry[0] for _, _, found in self._listed() for entry in found}
        return {name: number for number, name in enumerate(sorted(names))}

    def _row(self, index):
        path, name, *found = self._listed()[index]
        meta = [np.array(name)] if self._has_meta else []
        if not self._is_detection:
            target = image_of(self._path("SegmentationClass", name, ".png"), self._decode)
            return [image_of(path, self._decode), target, *meta]
        numbers = self.get_class_indexing()
        names, boxes, difficult, truncated = zip(*found[0])
        flags = [np.array(column, np.uint32)[:, None] for column in ([numbers[n] for n in names], difficult, truncated)]
        return [image_of(path, self._decode), np.array(boxes, np.float32), *flags, *meta]


def _voc_object(entry):
    """(name, (left, top, width, height), difficult, truncated)"""
    left, top, right, bottom = (float(entry.find(f"bndbox/{side}").text) for side in ("xmin", "ymin", "xmax", "ymax"))
    flags = (int(entry.findtext(name) or 0) for name in ("difficult", "truncated"))
    return entry.find("name").text, (left, top, right - left, bottom - top), *flags


_COCO_COLUMNS = {
    "Detection": ["bbox", "category_id", "iscrowd"],
    "Stuff": ["segmentation", "iscrowd"],
    "Keypoint": ["keypoints", "num_keypoints"],
    "Panoptic": ["bbox", "category_id", "iscrowd", "area"],
    "Captioning": ["captions"],
}


class CocoDataset(ListedImages):
    """
    COCO: an image and, by `task`, for its N annotations:

    - "Detection": bbox (float32 <N,4>: left, top, width, height), category_id and iscrowd (uint32 <N,1>)
    - "Stuff": segmentation (float32, a row for each polygon, filled up with -1) and iscrowd
    - "Keypoint": keypoints (float32 <N,3K>) and num_keypoints (uint32 <N,1>)
    - "Panoptic": bbox, category_id, iscrowd and area of the segments (all uint32 but bbox)
    - "Captioning": captions (texts <N,1>)

    Images without annotations are left out. With extra_metadata there is the column _meta-filename too, which
    iterators leave out unless it is renamed.
    """

    def __init__(self, dataset_dir, annotation_file, task="Detection", num_samples=None, num_parallel_workers=None,
                 shuffle=None, decode=False, sampler=None, num_shards=None, shard_id=None, cache=None,
                 extra_metadata=False, decrypt=None):
        check_folder(dataset_dir)
        check_type(annotation_file, [str], "annotation_file")
        if not os.path.isfile(annotation_file):
            raise ValueError(f"The file {annotation_file} does not exist or permission denied!")
        if task not in _COCO_COLUMNS:
            raise ValueError(f"Invalid task type: {task}.")
        check_bool(extra_metadata, "extra_metadata")
        self._folder, self._file, self._task, self._has_meta = dataset_dir, annotation_file, task, extra_metadata
        self._column_names = ["image", *_COCO_COLUMNS[task], *([_META] if extra_metadata else [])]
        super().__init__(num_samples, num_parallel_workers, shuffle, decode, sampler, num_shards, shard_id, cache,
                         decrypt)

    def _content(self):
        try:
            with open(self._file, encoding="utf-8") as file:
                return json.load(file)
        except ValueError as failure:
            raise pipeline_error(f"Invalid annotation file, Coco annotation file: {self._file} load failed: "
                                 f"{failure}") from None

    def _list(self):
        content = self._content()
        try:
            return self._listed_of(content)
        except KeyError as failure:
            raise pipeline_error(f"Invalid data, {self._file} has an entry without {failure}.") from None

    def _listed_of(self, content):
        names = {image["id"]: image["file_name"] for image in content["images"]}
        found = {name: [] for name in names.values()}
        for entry in content["annotations"]:
            if self._task == "Panoptic":
                found[names[entry["image_id"]]].extend(entry["segments_info"])
            else:
                found[names[entry["image_id"]]].append(entry)
        return [(os.path.join(self._folder, name), name, entries) for name, entries in found.items() if entries]

    def get_class_indexing(self):
        """{name of a category: [its id]}, with 1 behind it for a thing and 0 for stuff where the file says so."""
        if self._task not in ("Detection", "Panoptic"):
            raise NotImplementedError("Only 'Detection' and 'Panoptic' support get_class_indexing.")
        wanted = ("id", "isthing") if self._task == "Panoptic" else ("id",)
        return {entry["name"]: [entry[key] for key in wanted] for entry in self._content().get("categories", [])}

    def _row(self, index):
        path, name, entries = self._listed()[index]
        meta = [np.array(os.path.splitext(name)[0])] if self._has_meta else []
        columns = [_COCO_VALUES[column](entries) for column in _COCO_COLUMNS[self._task]]
        return [image_of(path, self._decode), *columns, *meta]


def _numbers(key, default=None):
    """A function: the values of a key as uint32 <N,1>."""
    return lambda entries: np.array([[entry[key] if default is None else entry.get(key, default)]
                                     for entry in entries], np.uint32)


def _rows_of_numbers(key):
    """A function: the lists of a key as float32 <N,M>, filled up with -1 to the longest."""
    def made(entries):
        lists = [numbers for entry in entries for numbers in _lists(entry[key])]
        result = np.full((len(lists), max(map(len, lists))), -1, np.float32)
        for row, values in zip(result, lists):
            row[:len(values)] = values
        return result
    return made


def _lists(values):
    """The lists of numbers in a list of lists, in a list, or in what a run-length code counts."""
    values = values["counts"] if isinstance(values, dict) else values
    return values if values and isinstance(values[0], list) else [values]


_COCO_VALUES = {
    "bbox": _rows_of_numbers("bbox"),
    "category_id": _numbers("category_id"),
    "iscrowd": _numbers("iscrowd", 0),
    "segmentation": _rows_of_numbers("segmentation"),
    "keypoints": _rows_of_numbers("keypoints"),
    "num_keypoints": _numbers("num_keypoints"),
    "area": _numbers("area"),
    "captions": lambda entries: np.array([[entry["caption"]] for entry in entries]),
}
