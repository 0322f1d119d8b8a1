# Datasets of files that this script writes: texts, tables, folders of images, VOC, COCO, CelebA.
import contextlib
import io
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

# MindRecord: written in small pages, several files, orders, parts, additions; what does not fit is left out.
from mindspore import mindrecord

schema = {"n": {"type": "int32"}, "name": {"type": "string"}, "part": {"type": "float64"}, "data": {"type": "bytes"},
          "long": {"type": "int64", "shape": [-1]}, "grid": {"type": "float32", "shape": [2, 2]}}


def record(n):
    return {"n": n - 2, "name": f"é{n}", "part": n + 0.3, "data": bytes([n, 255] * n + [7]),
            "long": np.array([1, -200, 70000, -5, 1 << 40, n][:n + 1]), "grid": np.full((2, 2), n, np.float32)}


def written(name, count, files=1):
    writer = mindrecord.FileWriter(name, files, overwrite=True)
    writer.set_header_size(1 << 14)
    writer.set_page_size(1 << 15)
    writer.add_schema(schema, "rows")
    writer.add_index(["n", "name"])
    for start in range(0, count, 3):
        writer.write_raw_data([record(n) for n in range(start, min(start + 3, count))])
    writer.commit()


written("rows", 6, 3)
print(sorted(name for name in os.listdir(".") if name.startswith("rows")))
reader = mindrecord.FileReader("rows0")
print(reader.schema(), reader.len())
for row in reader.get_next():
    print({name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in sorted(row.items())})
reader.close()
show("records", ds.MindDataset("rows1", shuffle=False))
show("some columns", ds.MindDataset(["rows2", "rows0"], ["grid", "n"], shuffle=False))
written("large", 30)
for seed in (3, 4):
    ds.config.set_seed(seed)
    for more in ({}, {"num_shards": 4, "shard_id": 3}, {"shuffle": ds.Shuffle.INFILE}):
        iterator = ds.MindDataset("large", ["n"], **more).create_tuple_iterator(output_numpy=True, num_epochs=2)
        print(more, [[int(row[0]) for row in iterator] for _ in range(2)])
padded = ds.MindDataset("large", ["n"], padded_sample={"n": 99}, num_padded=2, num_shards=8, shard_id=7, shuffle=False)
print([int(row[0]) for row in padded.create_tuple_iterator(output_numpy=True)])
writer = mindrecord.FileWriter.open_for_append("large")
with contextlib.redirect_stderr(io.StringIO()):  # that three of them do not fit is told there
    writer.write_raw_data([record(3), {**record(4), "grid": np.ones(3, np.float32)}, {"n": 1}, {**record(5), "n": True}])
writer.commit()
print(ds.MindDataset("large").get_dataset_size(), list(mindrecord.FileReader("large", columns=["n"]).get_next())[-2:])
ds.NumpySlicesDataset({"a": np.arange(6, dtype=np.int8).reshape(3, 2), "b": np.array([0.5, 1.5, 2.5], np.float16),
                       "c": ["x", "yy", "z"], "d": np.arange(3, dtype=np.uint32)}, shuffle=False).save("saved")
print(mindrecord.FileReader("saved").schema())
show("saved", ds.MindDataset("saved", shuffle=False))


def refused(call):
    try:
        call()
    except Exception as problem:
        print(type(problem).__name__, str(problem).splitlines()[0][:36])


refused(lambda: mindrecord.FileWriter("x", 0))
refused(lambda: mindrecord.FileWriter("x").add_schema({"a": {"type": "float16"}}))
refused(lambda: mindrecord.FileWriter("x").add_schema({"a b": {"type": "int32"}}))
refused(lambda: writer.add_index(["data"]))
refused(lambda: ds.MindDataset("/nowhere"))
refused(lambda: ds.MindDataset("large", sampler=ds.SequentialSampler(), shuffle=False))
refused(lambda: ds.MindDataset("large", padded_sample={"n": 1}, num_padded=1))
