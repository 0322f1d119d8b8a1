# Random orders: with a seed they are those of real MindSpore, from epoch to epoch.
import mindspore as ms
import mindspore.dataset as ds


def numbers(count=6, **arguments):
    return ds.GeneratorDataset(list(range(count)), ["a"], **arguments)


def show(title, dataset, epochs=3):
    iterator = dataset.create_tuple_iterator(num_epochs=epochs, output_numpy=True)
    print(title, dataset.get_dataset_size(), [[row[0].tolist() for row in iterator] for _ in range(epochs)])


ds.config.set_seed(7)
show("default", numbers())
show("longer", numbers(21))
show("repeated", numbers(5).repeat(2))
hundreds = [int(row[0]) for row in numbers(300)]
print(hundreds[:10], hundreds[-10:])
thousands = [int(row[0]) for row in numbers(70000)]
print(thousands[:10], thousands[-10:])
for size in (2, 3, 20, 100):
    show(f"buffer of {size}", numbers(20, shuffle=False).shuffle(size))
show("shuffled twice", numbers(10).shuffle(4).repeat(2))
show("batches", numbers(10).batch(3).shuffle(10))
show("drawn again", numbers(sampler=ds.RandomSampler(replacement=True)))
show("some", numbers(sampler=ds.RandomSampler(num_samples=3)))
show("subset", numbers(sampler=ds.SubsetRandomSampler([1, 3, 5])))
show("subset in order", numbers(sampler=ds.SubsetSampler([5, 1, 3])))
show("weighted", numbers(sampler=ds.WeightedRandomSampler([.1, .2, .3, .4, .5, .6], 4)))
show("weighted once", numbers(sampler=ds.WeightedRandomSampler([.1, .2, .3, .4, .5, .6], 4, False)))
show("part", numbers(sampler=ds.DistributedSampler(4, 1)))
show("part in order", numbers(sampler=ds.DistributedSampler(4, 1, False)))
show("part from an offset", numbers(sampler=ds.DistributedSampler(4, 1, False, offset=2)))
for shard in range(4):
    show(f"shard {shard}", numbers(num_shards=4, shard_id=shard))
show("from the third", numbers(sampler=ds.SequentialSampler(2, 3)))
show("listed", numbers(sampler=[5, 4, 3]))


class EverySecond(ds.Sampler):
    def __iter__(self):
        return iter(range(0, 6, 2))


show("own sampler", numbers(sampler=EverySecond()))
for part in numbers(10, shuffle=False).split([0.8, 0.2]):
    show("split", part, 2)
for part in numbers(10).split([5, 5]):
    show("split of a random order", part, 2)
for part in numbers(10).batch(2).split([2, 3]):
    show("split of batches", part, 2)
ms.set_seed(11)
print(ds.config.get_seed())
show("mindspore.set_seed", numbers())
