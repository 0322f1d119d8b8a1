# A pipeline holds the batch it is about, not all of its data.
import resource
import numpy as np
import mindspore as ms
import mindspore.dataset as ds

images = ms.Tensor(np.ones((200, 3, 224, 224), np.float32))  # 120 MB
labels = ms.Tensor(np.zeros(200, np.int32))


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # MB


def grown(dataset):
    before = peak()
    print([row[0].shape for row in dataset][-1], peak() - before < 60)


before = peak()
grown(ds.GeneratorDataset(zip(images, labels), ["image", "label"]).batch(8))
grown(ds.NumpySlicesDataset((images.asnumpy(), labels.asnumpy()), ["image", "label"]).batch(8).map(lambda i: i * 2))
grown(ds.GeneratorDataset(zip(images, labels), ["image", "label"]).batch(8).shuffle(2).repeat(2))
print(peak() - before < 80)
