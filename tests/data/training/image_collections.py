# Collections of images in files that this script writes: arrays of bytes, folders, lists, boxes, files of MATLAB.
import os
import struct
import tempfile
import zlib

import mindspore.dataset as ds
import numpy as np

os.chdir(tempfile.mkdtemp())


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def brief(value):
    return value.tolist() if value.size < 20 else [*value.shape, *value.ravel()[:3].tolist(), int(value.sum())]


def show(title, dataset, epochs=1):
    print(title, dataset.get_dataset_size(), dataset.get_col_names(), [str(dtype) for dtype in dataset.output_types()])
    iterator = dataset.create_dict_iterator(num_epochs=epochs, output_numpy=True)
    for _ in range(epochs):
        print("  ", [[brief(value) for value in row.values()] for row in iterator])


def idx(array, kind=8):
    lengths = b"".join(struct.pack(">I", length) for length in array.shape)
    return struct.pack(">I", kind * 256 + array.ndim) + lengths + array.astype(">i4" if kind == 12 else "u1").tobytes()


pixels = np.arange(2 * 28 * 28).reshape(2, 28, 28) % 251
for part in ("train", "test"):
    write(f"emnist/emnist-letters-{part}-images-idx3-ubyte", idx(pixels + len(part)))
    write(f"emnist/emnist-letters-{part}-labels-idx1-ubyte", idx(np.array([1, 26])))
for start in ("qmnist-train", "qmnist-test", "xnist"):
    write(f"qmnist/{start}-images-idx3-ubyte", idx(pixels + len(start)))
    write(f"qmnist/{start}-labels-idx2-int", idx(np.arange(16).reshape(2, 8), 12))
show("letters", ds.EMnistDataset("emnist", "letters", shuffle=False))
show("digits", ds.QMnistDataset("qmnist", shuffle=False))
show("digits with all numbers", ds.QMnistDataset("qmnist", "nist", False, shuffle=False))
write("semeion/semeion.data", "".join(" ".join(f"{i % k // (k - 1)}.0000" for i in range(256)) + " "
                                      + " ".join(str(int(i == k)) for i in range(10)) + " \n" for k in (3, 7)))
show("scanned digits", ds.SemeionDataset("semeion", shuffle=False))
for name in ("usps", "usps.t"):
    write(f"usps/{name}", "".join(f"{k} " + " ".join(f"{i + 1}:{i / 128 - 1:.3f}" for i in range(256)) + " \n"
                                  for k in (10, len(name))))
show("posted digits", ds.USPSDataset("usps", shuffle=False, num_parallel_workers=1))
for name in ("train", "test", "unlabeled"):
    write(f"stl/{name}_X.bin", bytes(i % 253 for i in range(2 * 3 * 96 * 96)))
    write(f"stl/{name}_y.bin", bytes([1, 10]))
show("animals", ds.STL10Dataset("stl", shuffle=False))
show("animals for training", ds.STL10Dataset("stl", "train+unlabeled", shuffle=False))

for name in ("001.b", "002.a"):
    for number in (10, 2):
        write(f"caltech/{name}/{number}.jpg", name[-1] + str(number))
show("objects", ds.Caltech256Dataset("caltech", shuffle=False))
for part in ("images_background", "images_evaluation"):
    for name in ("Greek/c2", "Greek/c1", "Arabic/c1"):
        write(f"omniglot/{part}/{name}/1.png", part[7] + name[0])
show("characters", ds.OmniglotDataset("omniglot", shuffle=False))
show("other characters", ds.OmniglotDataset("omniglot", False, shuffle=False))
for name in ("bedroom_train", "bedroom_val", "tower_train", "other_train"):
    write(f"lsun/{name}/1.jpg", name[0] + name[-1])
show("scenes", ds.LSUNDataset("lsun", shuffle=False))
show("towers", ds.LSUNDataset("lsun", "train", ["tower"], shuffle=False))
write("places/categories_places365.txt", "/a/air 0\n/b/bar 1\n")
write("places/places365_train_standard.txt", "/a/air/1.jpg 0\n/b/bar/2.jpg 1\n")
for name in ("a/air/1", "b/bar/2"):
    write(f"places/data_256_standard/{name}.jpg", name[-1])
show("places", ds.Places365Dataset("places", shuffle=False))
for name in ("a/zoo", "b/bar/in"):
    write(f"sun/{name}/sun_1.jpg", name[-1])
write("sun/ClassName.txt", "/b/bar/in\n/a/zoo\n")
show("surroundings", ds.SUN397Dataset("sun", shuffle=False))
for part in ("train", "test", "valid"):
    for name in ("positive", "negative"):
        write(f"sst/{part}/{name}/1.png", part[0] + name[0])
show("printed reviews", ds.RenderedSST2Dataset("sst", shuffle=False))
show("printed reviews for validation", ds.RenderedSST2Dataset("sst", "val", shuffle=False))
for name in ("pie/3", "cake/1"):
    write(f"food/images/{name}.jpg", name[0])
write("food/meta/train.txt", "pie/3\n")
write("food/meta/test.txt", "cake/1\n")
show("food", ds.Food101Dataset("food", shuffle=False))
for name, count in (("Al_B", 2), ("Cy_D", 1)):
    for number in range(count):
        write(f"lfw/lfw_funneled/{name}/{name}_{number + 1:04}.jpg", name[0] + str(number))
write("lfw/lfw-names.txt", "Al_B\t2\nCy_D\t1\n")
write("lfw/peopleDevTrain.txt", "1\nAl_B\t2\n")
write("lfw/peopleDevTest.txt", "1\nCy_D\t1\n")
write("lfw/pairs.txt", "1\t1\nAl_B\t1\t2\nAl_B\t1\tCy_D\t1\n")
show("people", ds.LFWDataset("lfw", shuffle=False))
show("pairs", ds.LFWDataset("lfw", "pairs", "10fold", shuffle=False))
write("sbu/SBU_captioned_photo_dataset_urls.txt", "".join(f"http://static.flickr.com/1/{i}.jpg\n" for i in (5, 6)))
write("sbu/SBU_captioned_photo_dataset_captions.txt", "one\ntwo \n")
write("sbu/sbu_images/m_1_6.jpg", "6")
show("captions", ds.SBUDataset("sbu", shuffle=False))
for name in "ba":
    write(f"flickr/images/{name}.jpg", b"\xff\xd8\xff" + name.encode())
write("flickr/list.token", "".join(f"{name}.jpg#{i}\t{name} {i} .\n" for name in "ba" for i in range(5)))
show("annotations", ds.FlickrDataset("flickr/images", "flickr/list.token", shuffle=False))

lines = ["Car 0 0 1.5 387.25 181.5 423.75 203 1.5 1.25 3.5 -16.5 2.25 58.5 1.75\nAnt 0.5 3 -1.5 1 2 3 4 5 6 7 8 9 10 11\n",
         "Zed 0.5 1 2 3 4 5 6 7 8 9 10 11 12 13\n"]
for number, line in enumerate(lines):
    write(f"kitti/data_object_image_2/training/image_2/{number:06}.png", f"k{number}")
    write(f"kitti/data_object_label_2/training/label_2/{number:06}.txt", line)
show("cars", ds.KITTIDataset("kitti", shuffle=False))
for part in ("train", "val"):
    for number in "12":
        write(f"wider/WIDER_{part}/images/0--P/{number}.jpg", part[0] + number)
    write(f"wider/wider_face_split/wider_face_{part}_bbx_gt.txt",
          "0--P/1.jpg\n1\n1 2 3 4 0 1 0 2 0 1 \n0--P/2.jpg\n2\n1 2 3 4 0 1 0 2 0 1 \n5 6 7 8 1 0 1 0 1 0 \n")
show("faces", ds.WIDERFaceDataset("wider", shuffle=False))
for number in "12":
    write(f"div/DIV2K_train_HR/000{number}.png", "H" + number)
    write(f"div/DIV2K_train_LR_bicubic/X2/000{number}x2.png", "L" + number)
    write(f"div/DIV2K_train_LR_mild/000{number}x4m.png", "M" + number)
show("sizes", ds.DIV2KDataset("div", shuffle=False))
show("blurred sizes", ds.DIV2KDataset("div", "train", "mild", 4, shuffle=False))
for city in ("ulm", "aachen"):
    write(f"city/leftImg8bit/train/{city}/{city}_1_leftImg8bit.png", city)
    for end in ("instanceIds.png", "labelIds.png", "color.png"):
        write(f"city/gtFine/train/{city}/{city}_1_gtFine_{end}", city + end[0])
    write(f"city/gtFine/train/{city}/{city}_1_gtFine_polygons.json", '{"w": 2,  "a": [1, 2.50], "z": "é"}')
for task in ("instance", "semantic", "polygon", "color"):
    show(f"streets, {task}", ds.CityscapesDataset("city", task=task, shuffle=False))


def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + bytes(-len(data) % 8)


def matrix(kind, shape, name, *parts):
    head = element(6, struct.pack("<II", kind, 0)) + element(5, struct.pack(f"<{len(shape)}i", *shape))
    return element(14, head + element(1, name.encode()) + b"".join(parts))


def numbers(name, array):
    kinds = {"float64": (6, 9), "uint8": (9, 2), "uint16": (11, 4)}
    kind, part = kinds[str(array.dtype)]
    return matrix(kind, array.shape, name, element(part, array.tobytes("F")))


def sparse(array):
    rows, columns = np.nonzero(array.T)[::-1]
    ends = np.searchsorted(columns, np.arange(array.shape[1] + 1))
    return matrix(5, array.shape, "", element(5, rows.astype("<i4").tobytes()), element(5, ends.astype("<i4").tobytes()),
                  element(2, array[rows, columns].astype("u1").tobytes()))


def matlab(path, *matrices):
    packed = zlib.compress(matrices[0])
    write(path, b" " * 124 + b"\x00\x01IM" + struct.pack("<II", 15, len(packed)) + packed + b"".join(matrices[1:]))


for number in "12":
    write(f"contours/101_ObjectCategories/Faces/image_000{number}.jpg", "F" + number)
    matlab(f"contours/Annotations/Faces_2/annotation_000{number}.mat",
           numbers("obj_contour", np.arange(6.0).reshape(2, 3) + int(number)))
show("contours", ds.Caltech101Dataset("contours", "all", shuffle=False))
for number in range(1, 4):
    write(f"flowers/jpg/image_{number:05}.jpg", f"f{number}")
    write(f"flowers/segmim/segmim_{number:05}.jpg", f"s{number}")
matlab("flowers/imagelabels.mat", numbers("labels", np.array([[77, 1, 102]], np.uint8)))
matlab("flowers/setid.mat", numbers("trnid", np.array([[2]], np.uint16)), numbers("tstid", np.array([[1]], np.uint16)),
       numbers("valid", np.array([[3]], np.uint16)))
show("flowers", ds.Flowers102Dataset("flowers", shuffle=False))
show("cut flowers", ds.Flowers102Dataset("flowers", "Segmentation", "valid", shuffle=False))
write("bounds/train.txt", "i\n")
write("bounds/val.txt", "")
write("bounds/img/i.jpg", "b")
picture = np.arange(12, dtype=np.uint8).reshape(3, 4)
cells = matrix(1, (20, 1), "", *(sparse((picture % (k + 2) == 1).astype(np.uint8)) for k in range(20)))
fields = b"".join(name.encode().ljust(16, b"\0") for name in ("Boundaries", "Segmentation"))
matlab("bounds/cls/i.mat", matrix(2, (1, 1), "GTcls", element(5, struct.pack("<i", 16)), element(1, fields), cells,
                                  numbers("", picture)))
show("bounds", ds.SBDataset("bounds", shuffle=False))
show("segments", ds.SBDataset("bounds", "Segmentation", shuffle=False))
for name in ("train", "test", "extra"):
    matlab(f"svhn/{name}_32x32.mat", numbers("X", (np.arange(2 * 3 * 32 * 32) % 249).astype(np.uint8).reshape(32, 32, 3, 2)),
           numbers("y", np.array([[10], [3]], np.uint8)))
show("house numbers", ds.SVHNDataset("svhn", shuffle=False))

ds.config.set_seed(3)
show("random digits", ds.USPSDataset("usps", num_parallel_workers=1), 2)
show("random objects", ds.Caltech256Dataset("caltech"), 2)
show("objects of each class", ds.Caltech256Dataset("caltech", sampler=ds.PKSampler(1)), 2)
show("random flowers", ds.Flowers102Dataset("flowers"), 2)
