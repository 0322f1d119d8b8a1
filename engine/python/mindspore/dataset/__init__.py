# SPDX-License-Identifier: Apache-2.0
"""Data pipelines: sources, operations and iterators, all of which read row by row and only when asked."""
from mindspore.dataset import config
from mindspore.dataset.dataset import Dataset
from mindspore.dataset.batching import BatchDataset, BatchInfo, BucketBatchByLengthDataset, PaddedBatchDataset
from mindspore.dataset.annotatedimages import CocoDataset, VOCDataset
from mindspore.dataset.imagefolders import CelebADataset, ImageFolderDataset, ManifestDataset
from mindspore.dataset.imagelists import (Caltech256Dataset, FlickrDataset, Food101Dataset, LFWDataset, LSUNDataset,
                                          OmniglotDataset, Places365Dataset, RenderedSST2Dataset, SBUDataset,
                                          SUN397Dataset)
from mindspore.dataset.annotatedscenes import CityscapesDataset, DIV2KDataset, KITTIDataset, WIDERFaceDataset
from mindspore.dataset.audiofolders import (CMUArcticDataset, GTZANDataset, LibriTTSDataset, LJSpeechDataset,
                                            SpeechCommandsDataset, YesNoDataset)
from mindspore.dataset.imagefiles import (Cifar10Dataset, Cifar100Dataset, FashionMnistDataset, KMnistDataset,
                                          MnistDataset)
from mindspore.dataset.fileorder import Shuffle
from mindspore.dataset.digitfiles import (EMnistDataset, PhotoTourDataset, QMnistDataset, SemeionDataset, STL10Dataset,
                                          USPSDataset)
from mindspore.dataset.textcollections import (AGNewsDataset, AmazonReviewDataset, DBpediaDataset, EnWik9Dataset,
                                               Multi30kDataset, PennTreebankDataset, SogouNewsDataset,
                                               WikiTextDataset, YahooAnswersDataset, YelpReviewDataset)
from mindspore.dataset.annotatedtexts import (CLUEDataset, CoNLL2000Dataset, IMDBDataset, SQuADDataset, SST2Dataset,
                                              UDPOSDataset)
from mindspore.dataset.textfiles import CSVDataset, TextFileDataset
from mindspore.dataset.iterators import DictIterator, Iterator, TupleIterator
from mindspore.dataset.operations import (ConcatDataset, FilterDataset, MapDataset, ProjectDataset, RenameDataset,
                                          RepeatDataset, ShuffleDataset, SkipDataset, TakeDataset, ZipDataset)
from mindspore.dataset.samplers import (BuiltinSampler, DistributedSampler, IterSampler, PKSampler, RandomSampler,
                                        Sampler, SequentialSampler, SubsetRandomSampler, SubsetSampler,
                                        WeightedRandomSampler)
from mindspore.dataset.sources import GeneratorDataset, MappableDataset, NumpySlicesDataset, PaddedDataset
from mindspore.dataset.matlabimages import Caltech101Dataset, Flowers102Dataset, SBDataset, SVHNDataset
from mindspore.dataset.callbacks import DSCallback
from mindspore.dataset.randomdata import FakeImageDataset, RandomDataset
from mindspore.dataset.schema import Schema
from mindspore.dataset.tfrecords import TFRecordDataset
from mindspore.dataset import text, transforms, vision
from mindspore._missing import missing_names


def zip(datasets):
    """The columns of a tuple of datasets side by side, as long as all of them last."""
    return ZipDataset(datasets)


__getattr__ = missing_names("mindspore.dataset")
