# Datasets of files that this script writes: texts, tables, folders of images, VOC, COCO, CelebA.
import json
import os
import tempfile

import mindspore.dataset as ds
import numpy as np

os.chdir(tempfile.mkdtemp())


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def show(title, dataset, epochs=1):
    print(title, dataset.get_dataset_size(), dataset.get_col_names(), [str(dtype) for dtype in dataset.output_types()])
    iterator = dataset.create_dict_iterator(num_epochs=epochs, output_numpy=True)
    for _ in range(epochs):
        print("  ", [[value.tolist() for value in row.values()] for row in iterator])


for name in "abc":
    write(f"texts/{name}.txt", "".join(f"{name}{i}\n" for i in range(5)) + ("\n  b 5 \n" if name == "b" else ""))
show("lines", ds.TextFileDataset("texts/*.txt", shuffle=False, num_parallel_workers=1))
show("lines of two workers", ds.TextFileDataset(["texts/c.txt", "texts/a.txt"], shuffle=False, num_parallel_workers=2))
show("first lines", ds.TextFileDataset("texts/*.txt", shuffle=False, num_samples=3, num_parallel_workers=1))
ds.config.set_seed(7)
show("random lines", ds.TextFileDataset("texts/*.txt", num_parallel_workers=1), 2)
show("random files", ds.TextFileDataset("texts/*.txt", shuffle=ds.Shuffle.FILES, num_parallel_workers=1), 2)
for shard in range(3):
    show("part of lines", ds.TextFileDataset("texts/*.txt", shuffle=False, num_shards=3, shard_id=shard,
                                             num_parallel_workers=1))
    show("part of random lines", ds.TextFileDataset("texts/*.txt", num_shards=3, shard_id=shard,
                                                    num_parallel_workers=1), 2)

write("table.csv", '1,2.5,abc\n3,4.5,"d,e"\n\n5,6,x y\n')
write("named.csv", 'a,b,c\n1,2.5,abc\n3,4.5,"d,""e"\n')
show("table", ds.CSVDataset("table.csv", column_names=["x", "y", "z"], shuffle=False))
show("typed table", ds.CSVDataset("table.csv", column_names=["x", "y", "z"], column_defaults=[1, 2.0, "q"],
                                  shuffle=False))
show("named table", ds.CSVDataset("named.csv", shuffle=False))
write("news/train.csv", '"1","a","b c"\n"2","d, e","f"\n')
write("news/test.csv", '"3","g","h"\n')
show("news", ds.AGNewsDataset("news", "train", shuffle=False))
show("all news", ds.SogouNewsDataset("news", shuffle=False, num_parallel_workers=1))
for usage in ("train", "valid", "test"):
    write(f"wiki/wiki.{usage}.tokens", f" \n = {usage} = \n \n text of {usage}\n")
show("wiki", ds.WikiTextDataset("wiki", "valid", shuffle=False))

for name in ("dog", "cat"):
    for i in range(4 if name == "cat" else 2):
        write(f"folder/{name}/{i}.png", f"{name}{i}")
show("folder", ds.ImageFolderDataset("folder", shuffle=False))
print(ds.ImageFolderDataset("folder").num_classes(), ds.ImageFolderDataset("folder").get_class_indexing())


def labels(sampler):
    iterator = ds.ImageFolderDataset("folder", sampler=sampler).create_tuple_iterator(num_epochs=2, output_numpy=True)
    return [["".join(map(chr, row[0])) for row in iterator] for _ in range(2)]


def chained(sampler, child):
    sampler.add_child(child)
    return sampler


for sampler in (ds.PKSampler(2), ds.PKSampler(2, shuffle=True), ds.PKSampler(3, num_samples=4), ds.RandomSampler(),
                ds.DistributedSampler(4, 1), chained(ds.SequentialSampler(1, 3), ds.RandomSampler()),
                chained(ds.DistributedSampler(2, 0, False), ds.SubsetSampler([5, 4, 3, 2]))):
    print(type(sampler).__name__, labels(sampler))

entry = ("<object><name>{}</name><difficult>{}</difficult><truncated>{}</truncated><bndbox><xmin>{}</xmin><ymin>{}"
         "</ymin><xmax>{}</xmax><ymax>{}</ymax></bndbox></object>")
for name, objects in (("32", [("car", 1, 0, 1, 2, 5, 6), ("ape", 0, 1, 2, 2, 3.5, 4)]), ("15", [("car", 0, 0, 1, 1, 2, 2)])):
    write(f"voc/JPEGImages/{name}.jpg", name)
    write(f"voc/SegmentationClass/{name}.png", "target" + name)
    write(f"voc/Annotations/{name}.xml", f"<annotation>{''.join(entry.format(*o) for o in objects)}</annotation>")
for task in ("Main", "Segmentation"):
    write(f"voc/ImageSets/{task}/train.txt", "32\n15\n")
show("segments", ds.VOCDataset("voc", shuffle=False))
show("objects", ds.VOCDataset("voc", task="Detection", shuffle=False, extra_metadata=True))
show("apes", ds.VOCDataset("voc", task="Detection", shuffle=False, class_indexing={"ape": 4}))

images = [{"id": 5, "file_name": "b.jpg"}, {"id": 3, "file_name": "a.jpg"}, {"id": 9, "file_name": "c.jpg"}]
for image in images:
    write(f"coco/{image['file_name']}", image["file_name"])
shared = {"images": images, "categories": [{"id": 7, "name": "x", "isthing": 1}, {"id": 2, "name": "y", "isthing": 0}]}
boxes = [{"image_id": 5, "category_id": 7, "iscrowd": 0, "bbox": [1, 2, 3, 4], "segmentation": [[1, 2, 3], [4, 5]]},
         {"image_id": 3, "category_id": 2, "iscrowd": 0, "bbox": [1, 2, 3.5, 4], "segmentation": [[1, 2, 3]]},
         {"image_id": 5, "category_id": 2, "iscrowd": 1, "bbox": [0, 2, 3, 4], "segmentation": {"counts": [3, 4, 5]}}]
for number, box in enumerate(boxes):
    box["id"] = number
captions = [{"id": 1, "image_id": 5, "caption": "one"}, {"id": 2, "image_id": 5, "caption": "three"}]
write("boxes.json", json.dumps({**shared, "annotations": boxes}))
write("captions.json", json.dumps({**shared, "annotations": captions}))
show("boxes", ds.CocoDataset("coco", "boxes.json", shuffle=False))
show("polygons", ds.CocoDataset("coco", "boxes.json", task="Stuff", shuffle=False))
show("captions", ds.CocoDataset("coco", "captions.json", task="Captioning", shuffle=False))
print(ds.CocoDataset("coco", "boxes.json").get_class_indexing())

for name in "123":
    write(f"faces/{name}.jpg", name)
write("faces/list_attr_celeba.txt", "3\n" + " ".join(f"A{i}" for i in range(40)) + "\n" + "".join(
    f"{name}.jpg  " + " ".join("1" if i * int(name) % 3 else "-1" for i in range(40)) + "\n" for name in "123"))
write("faces/list_eval_partition.txt", "1.jpg 0\n2.jpg 1\n3.jpg 0\n")
show("faces", ds.CelebADataset("faces", shuffle=False))
show("some faces", ds.CelebADataset("faces", usage="train", shuffle=False))
