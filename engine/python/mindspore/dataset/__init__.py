# SPDX-License-Identifier: Apache-2.0
"""Data pipelines: sources, operations and iterators, all of which read row by row; ahead only where a script asks for it."""
import types

from mindspore.dataset import config
from mindspore.dataset.dataset import Dataset, SourceDataset
from mindspore.dataset.batching import BatchDataset, BatchInfo, BucketBatchByLengthDataset, PaddedBatchDataset
from mindspore.dataset.fileorder import Shuffle
from mindspore.dataset.iterators import DictIterator, Iterator, TupleIterator
from mindspore.dataset.operations import (ConcatDataset, FilterDataset, MapDataset, ProjectDataset, RenameDataset,
                                          RepeatDataset, ShuffleDataset, SkipDataset, TakeDataset, ZipDataset)
from mindspore.dataset.samplers import (BuiltinSampler, DistributedSampler, IterSampler, PKSampler, RandomSampler,
                                        Sampler, SequentialSampler, SubsetRandomSampler, SubsetSampler,
                                        WeightedRandomSampler)
from mindspore.dataset.sources import GeneratorDataset, MappableDataset, NumpySlicesDataset, PaddedDataset, VisionBaseDataset
from mindspore.dataset.callbacks import DSCallback
from mindspore.dataset.schema import Schema
from mindspore.dataset import transforms
from mindspore._missing import missing_names

# Collections of files, and what text and images need, are read when one of their names is asked for.
_LATE = {
    "annotatedimages": "CocoDataset VOCDataset",
    "imagefolders": "CelebADataset ImageFolderDataset ManifestDataset",
    "imagelists": "Caltech256Dataset FlickrDataset Food101Dataset LFWDataset LSUNDataset OmniglotDataset "
                  "Places365Dataset RenderedSST2Dataset SBUDataset SUN397Dataset",
    "annotatedscenes": "CityscapesDataset DIV2KDataset KITTIDataset WIDERFaceDataset",
    "audiofolders": "CMUArcticDataset GTZANDataset LibriTTSDataset LJSpeechDataset SpeechCommandsDataset YesNoDataset",
    "imagefiles": "Cifar10Dataset Cifar100Dataset FashionMnistDataset KMnistDataset MnistDataset",
    "digitfiles": "EMnistDataset PhotoTourDataset QMnistDataset SemeionDataset STL10Dataset USPSDataset",
    "textcollections": "AGNewsDataset AmazonReviewDataset DBpediaDataset EnWik9Dataset Multi30kDataset "
                       "PennTreebankDataset SogouNewsDataset WikiTextDataset YahooAnswersDataset YelpReviewDataset",
    "annotatedtexts": "CLUEDataset CoNLL2000Dataset IMDBDataset SQuADDataset SST2Dataset UDPOSDataset",
    "textfiles": "CSVDataset TextFileDataset",
    "mindrecords": "MindDataset",
    "matlabimages": "Caltech101Dataset Flowers102Dataset SBDataset SVHNDataset",
    "randomdata": "FakeImageDataset RandomDataset",
    "tfrecords": "TFRecordDataset",
    "text": "", "vision": "",
}


def zip(datasets):
    """The columns of a tuple of datasets side by side, as long as all of them last."""
    return ZipDataset(datasets)


__getattr__ = missing_names("mindspore.dataset", _LATE)
__all__ = sorted({"config", "transforms", *(name for part, names in _LATE.items() for name in names.split() or [part]),
                  *(name for name, value in globals().items()
                    if name[0] != "_" and name != "missing_names" and not isinstance(value, types.ModuleType))})


def __dir__():
    return __all__
