// SPDX-License-Identifier: Apache-2.0
// Data pipelines, metrics, Model with its callbacks, and checkpoints: what scripts print, and what mistakes are told.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_training {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const std::string preamble = "import numpy as np\n"
                             "import mindspore as ms\n"
                             "import mindspore.dataset as ds\n"
                             "import mindspore.train as train\n"
                             "from mindspore import Parameter, Tensor, nn\n"
                             "def count(n=6):\n"
                             "    return ds.GeneratorDataset(list(range(n)), ['a'], shuffle=False)\n"
                             "def pairs():\n"
                             "    return ds.NumpySlicesDataset((np.ones((6, 2)), np.arange(6)), ['x', 'y'])\n"
                             "p = np.array([[.2, .5, .3], [.3, .1, .6]], np.float32)\n"
                             "l = np.array([1, 0], np.int32)\n"
                             "net = nn.Dense(2, 3)\n";

/** Whether a process of a dataset, which is forked, may begin threads: the thread sanitizer ends it. */
#ifdef __SANITIZE_THREAD__
constexpr bool forksRun = false;
#else
constexpr bool forksRun = true;
#endif
const char *const noForks = "the thread sanitizer ends a forked process that begins threads";

} // namespace

class TrainingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scriptsPrintWhatMindSporePrints_data();
    void scriptsPrintWhatMindSporePrints();
    void mistakesInPipelinesAreTold_data();
    void mistakesInPipelinesAreTold() { mistakeIsTold(); }
    void mistakesInTransformsAreTold_data();
    void mistakesInTransformsAreTold() { mistakeIsTold(); }
    void mistakesInTrainingAreTold_data();
    void mistakesInTrainingAreTold() { mistakeIsTold(); }
    void mistakesInMetricsAreTold_data();
    void mistakesInMetricsAreTold() { mistakeIsTold(); }
    void mistakesWithCheckpointsAreTold_data();
    void mistakesWithCheckpointsAreTold() { mistakeIsTold(); }
    void failureInOwnFunctionIsShownWithItsLine();

private:
    void mistakeIsTold();

    PythonScripts m_python;
};

// -- what scripts print -----------------------------------------------------------------------------------------------

void TrainingTest::scriptsPrintWhatMindSporePrints_data() {
    QTest::addColumn<QString>("script");
    for (const char *script : {"sources",
                               "operations",
                               "random_orders",
                               "transforms",
                               "image_files",
                               "file_datasets",
                               "text_collections",
                               "image_collections",
                               "made_up_data",
                               "vision",
                               "texts",
                               "metrics",
                               "model",
                               "checkpoints",
                               "summaries",
                               "memory",
                               "optimizers",
                               "second_order",
                               "freezing",
                               "candidates",
                               "custom_operators",
                               "landscapes",
                               "graph_files",
                               "strategies",
                               "open_shapes",
                               "label_vectors",
                               "own_steps",
                               "own_optimizers",
                               "seeded_weights",
                               "experimental_steps",
                               "resized_images",
                               "method_forms",
                               "seeded_transforms",
                               "box_suppression",
                               "workers",
                               "worker_threads"})
        QTest::newRow(script) << script;
}

void TrainingTest::scriptsPrintWhatMindSporePrints() {
    QFETCH(QString, script);
#ifdef JITSCOPE_SANITIZED
    // It asks the system what the process holds: with the sanitizer that is also what was freed a while ago.
    if (script == "memory") QSKIP("memory is measured without the sanitizer");
#endif
    if (!forksRun && script.startsWith(QStringLiteral("worker"))) QSKIP(noForks);
    const std::string name = "training/" + script.toStdString();
    const RunOutcome outcome = m_python.runFile(dataPath(name + ".py"));
    COMPARE_TEXT(outcome.error, "");
    COMPARE_FILE(m_python.printed(), name + ".txt");
}

// -- mistakes ---------------------------------------------------------------------------------------------------------

/** A row: one statement behind the preamble, and a regular expression for the message. */
static void addRow(const char *name, const char *statement, const char *message) {
    QTest::newRow(name) << statement << message;
}

static void addColumns() {
    QTest::addColumn<QString>("statement");
    QTest::addColumn<QString>("message");
}

void TrainingTest::mistakeIsTold() {
    QFETCH(QString, statement);
    QFETCH(QString, message);
    if (!forksRun && statement.contains(QStringLiteral("python_multiprocessing=True"))) QSKIP(noForks);
    const RunOutcome outcome = m_python.run(preamble + statement.toStdString() + "\n");
    QCOMPARE(outcome.exitCode, 1);
    const std::regex expected("^" + message.toStdString());
    QVERIFY2(std::regex_search(outcome.problem.message, expected), outcome.problem.message.c_str());
}

#define PIPELINE "RuntimeError: Exception thrown from dataset pipeline. "
#define USER "RuntimeError: Exception thrown from user defined Python function in dataset. "

void TrainingTest::mistakesInPipelinesAreTold_data() {
    addColumns();
    const auto row = addRow;
    row("source", "ds.GeneratorDataset(5, ['a'])",
        "TypeError: Input `source` function of GeneratorDataset should be callab");
    row("no columns", "ds.GeneratorDataset([1])", "ValueError: Neither columns_names nor schema are provided");
    row("column twice", "ds.GeneratorDataset([1], ['a', 'a'])",
        "ValueError: Every column name should not be same with oth");
    row("column no text", "ds.GeneratorDataset([1], [5])",
        "TypeError: Argument column_names\\[0\\] with value 5 is not of type \\[<class 'str'>\\], but got <class "
        "'int'>");
    row("too many values", "list(ds.GeneratorDataset([(1, 2)], ['a']))",
        USER "Invalid Python function, the 'source' of 'GeneratorDataset' should return same number of NumPy arrays as "
             "specified in column_names, the size of column_names is:1 and number of returned NumPy array is:2");
    row("an object", "list(ds.GeneratorDataset([({1},)], ['a']))",
        USER
        "TypeError: Data type of 1th item of the input or its converted Numpy array is expected to be int or float");
    row("nothing", "list(ds.GeneratorDataset([None], ['a']))", USER "TypeError: 'NoneType' object is not iterable");
    row("empty", "list(ds.GeneratorDataset([], ['a']))",
        "RuntimeError: Syntax error. GeneratorNode: data row of input source must not be 0, got: 0");
    row("own error", "list(ds.GeneratorDataset(lambda: (1 / 0 for i in range(2)), ['a']))",
        USER "ZeroDivisionError: division by zero");
    row("column types", "list(ds.GeneratorDataset([1], ['a'], column_types=[ms.int32]))",
        USER
        "Invalid Python function, type of returned data in 'GeneratorDataset' should be same with specified column_t");
    row("num_samples", "ds.GeneratorDataset([1], ['a'], num_samples=-1)",
        "ValueError: num_samples exceeds the boundary");
    row("workers", "ds.GeneratorDataset([1], ['a'], num_parallel_workers=0)",
        "ValueError: num_parallel_workers exceeds");
    row("half a shard", "ds.GeneratorDataset([1], ['a'], num_shards=2)",
        "ValueError: num_shards and shard_id need to be");
    row("shard", "ds.GeneratorDataset([1], ['a'], num_shards=2, shard_id=2)",
        "ValueError: shard_id should be less than");
    row("sampler of a function", "ds.GeneratorDataset(lambda: [], ['a'], sampler=[0])",
        "ValueError: sampler is not supported if source does not have attribute '__getitem__'");
    row("sampler and shuffle", "ds.GeneratorDataset([1], ['a'], shuffle=True, sampler=ds.SequentialSampler())",
        "ValueError: Conflicting arguments during sampler assignments. num_samples: None, num_shards: None, shard_id: "
        "None, "
        "shuffle: True");
    row("sample", "list(ds.GeneratorDataset([1, 2], ['a'], sampler=[0, 5]))",
        PIPELINE "Sample ID \\(5\\) is out of bound, expected range \\[0, 1\\]");
    row("sampler", "ds.GeneratorDataset([1], ['a'], sampler='x')", "TypeError: Unsupported sampler object of type");
    row("weights", "list(ds.GeneratorDataset([1], ['a'], sampler=ds.WeightedRandomSampler([0])))",
        PIPELINE "WeightedRandomSampler: elements of weights vector must not be all zero");
    row("slices", "ds.NumpySlicesDataset(([1, 2], [3]), ['a', 'b'])",
        "ValueError: Data length in each column is not equal");
    row("names of slices", "ds.NumpySlicesDataset(([1], [3]), ['a'])",
        "ValueError: Num of input column names is 1, but required is 2");
    row("no slices", "ds.NumpySlicesDataset([])", "ValueError: Argument data cannot be empty");

    row("usage", "ds.IMDBDataset('/', 'foo')",
        "ValueError: Input usage is not within the valid set of \\['train', 'test', 'all'\\]");
    row("no reviews", "list(ds.IMDBDataset('/', 'train'))",
        PIPELINE "Invalid path, /train/pos does not exist or permission denied");
    row("task", "ds.CLUEDataset('x', 'foo')", "ValueError: task should be 'AFQMC', 'TNEWS', 'IFLYTEK', 'CMNLI', ");
    row("scale", "ds.DIV2KDataset('/', 'train', 'mild', 2)",
        "ValueError: DIV2KNode: mild downgrade requires scale equal to 4");
    row("size of images", "ds.FakeImageDataset(2, (1, 2))",
        "ValueError: image_size should be a list or tuple of length 3, but got 2");
    row("columns of a schema", "ds.Schema().from_json({})", "RuntimeError: Columns are missing");
    row("files of MindRecord", "ds.MindDataset('x')", "ValueError: The file .*x does not exist or permission denied!");
    row("saving", "count().save('x', file_type='tfrecord')", "ValueError: tfrecord dataset format is not supported.");
    row("step of a callback", "ds.DSCallback(0)",
        "ValueError: Input step_size is not within the required interval of \\[1, 2147483647\\]");
    row("callback without a method", "count().map(abs, callbacks=ds.DSCallback())",
        "AttributeError: Inheriting Callback class without overriding any methods");
    row("unknown condition", "count().sync_wait('p').sync_update('q')", "RuntimeError: Condition name not found");
    row("shuffled behind sync_wait", "count().sync_wait('p').shuffle(2)",
        "RuntimeError: No shuffle after sync operators");

    row("batch of 0", "count().batch(0)",
        "ValueError: Input batch_size is not within the required interval of \\[1, 21474836");
    row("batch of a", "count().batch('a')", "TypeError: batch_size should either be an int or a callable");
    row("remainder", "count().batch(2, drop_remainder=1)",
        "TypeError: Argument drop_remainder with value 1 is not of type \\[<class 'bool'>\\], but got <class 'int'>");
    row("map columns", "count().batch(2, input_columns=['a'])",
        "ValueError: input_columns can be specified only when per_batch_map is set");
    row("shapes in a batch", "list(ds.GeneratorDataset([[1], [[2]]], ['a'], shuffle=False).batch(2))",
        PIPELINE
        "Cannot batch tensors with different shapes in column 0. First element had shape <> and this element had "
        "shape <1>");
    row("types in a batch", "list(ds.GeneratorDataset([np.int32(1), np.int64(2)], ['a'], shuffle=False).batch(2))",
        PIPELINE
        "Cannot batch tensors with different types in column 0. First element had type int32 and this element had "
        "type int64");
    row("result of per_batch_map", "list(pairs().batch(2, per_batch_map=lambda x, y, info: (x,)))",
        PIPELINE
        "Invalid per_batch_map, the number of columns returned in 'per_batch_map' function should be 2 , but got: 1");
    row("column of map", "list(pairs().map(lambda q: q, ['q']))",
        PIPELINE "Invalid parameter, input column name: q doesn't exist in the dataset columns");
    row("result of map", "list(pairs().map(lambda x: (x, x), ['x']))",
        PIPELINE "Invalid columns, the number of columns returned in 'map' operations should match the number of "
                 "'output_columns', but got the number of columns returned in 'map' operations: 2, the number of "
                 "'output_columns': 1");
    row("processes of map", "count().map(abs, python_multiprocessing=1)",
        "TypeError: Argument python_multiprocessing with value 1 is not of type \\[<class 'bool'>\\], but got "
        "<class 'int'>");
    row("memory of processes", "count().batch(2, max_rowsize=[1])",
        "TypeError: max_rowsize should be a single integer or a list\\[in_rowsize, out_rowsize\\] of length 2");
    row("start of processes", "ds.config.set_multiprocessing_start_method('x')",
        "ValueError: Input start_method is not within the valid set of \\['fork', 'spawn'\\]");
    row("error in a worker",
        "list(count().map(lambda a: 1 // int(a - 3), num_parallel_workers=2, "
        "python_multiprocessing=True))",
        USER "ZeroDivisionError: integer division or modulo by zero");
    row("no function", "pairs().map(5)",
        "ValueError: Parameter operations's element of method map should be a python functio");
    row("no functions", "list(pairs().map([]))", "RuntimeError: Syntax error. Map: No 'operations' are specified");
    row("error in map", "list(count().map(lambda a: 1 / 0))", USER "ZeroDivisionError: division by zero");
    row("None of map", "list(count().map(lambda a: None))",
        USER "map operation: \\[PyFunc\\] failed. Got None from Python");
    row("set of map", "list(count().map(lambda a: {1}))",
        USER "map operation: \\[PyFunc\\] failed. Failed to create tensor");
    row("buffer", "count().shuffle(1)",
        "ValueError: Input buffer_size is not within the required interval of \\[2, 21474836");
    row("repeat", "count().repeat(0)",
        "ValueError: count should be either -1 or positive integer, range\\[1, INT32_MAX\\]");
    row("take", "count().take(0)",
        "ValueError: count should be either -1 or within the required interval of \\(0, 2147483647");
    row("skip", "count().skip(-1)",
        "ValueError: Input count is not within the required interval of \\[0, 2147483647\\]");
    row("zip", "list(ds.zip((count(), count())))",
        PIPELINE "Invalid data, duplicate column a already exists when zipping");
    row("zip of one", "ds.zip(count())",
        "TypeError: Argument datasets with value .* is not of type \\[<class 'tuple'>\\]");
    row("concat", "list(count() + count().rename('a', 'b'))",
        PIPELINE "Invalid columns, 'column name' or 'column order' of concat datasets should be the same");
    row("types of concat", "list(count() + count().map(lambda a: float(a)))",
        PIPELINE
        "Concat: the data types of the two datasets to be concatenated should be the same, but got: int64 and float64");
    row("project", "list(count().project('q'))", PIPELINE "Invalid column, column name: q does not exist");
    row("project nothing", "count().project([])", "ValueError: columns should not be empty");
    row("rename", "list(count().rename('q', 'z'))", PIPELINE "Invalid column, column to be renamed does not exist");
    row("rename to another", "list(pairs().rename('x', 'y'))",
        PIPELINE "Invalid column, rename operation does not support rename one column name into another already exist");
    row("rename to two", "pairs().rename('x', ['a', 'b'])",
        "ValueError: Number of column in input_columns and output_columns");
    row("filter", "list(count().filter(lambda a: True, 'q'))",
        PIPELINE "Invalid parameter, column name: q does not exist");
    row("split sum", "count().split([3, 4])", "RuntimeError: Sum of split sizes 7 is not equal to dataset size 6");
    row("split fractions", "count().split([.3, .4])",
        "ValueError: sizes is a list of float, but the percentages do not sum");
    row("split mixed", "count().split([.5, 5])", "ValueError: sizes should be list of int or list of float");
    row("epochs", "count().create_tuple_iterator(num_epochs=0)",
        "RuntimeError: Syntax error. RootNode: num_epochs should be either -1 or positive integer, num_epochs: 0");
    row("one epoch more", "i = count().create_tuple_iterator(num_epochs=1); list(i); list(i)",
        PIPELINE "EOF buffer encountered. User tries to fetch data beyond the specified number of epochs");
    row("seed", "ds.config.set_seed(-1)",
        "ValueError: seed given is not within the required range \\[0, UINT32_MAX\\(42949");
    row("type of seed", "ds.config.set_seed('a')", "TypeError: seed isn't of type int");
    row("folder", "ds.MnistDataset('/nowhere')",
        "ValueError: The folder /nowhere does not exist or is not a directory or permission denied!");
    row("usage", "ds.MnistDataset('/tmp', 'zz')", "ValueError: Input usage is not within the valid set of \\['train'");
    row("no files", "import tempfile; list(ds.MnistDataset(tempfile.mkdtemp()))",
        PIPELINE "Invalid data, MnistDataset API can't read the data file \\(interface mismatch or no data found\\)");
    row("no bins", "import tempfile; list(ds.Cifar10Dataset(tempfile.mkdtemp()))",
        PIPELINE "Invalid cifar folder, cifar\\(.bin\\) files are missing under");
    row("unknown dataset", "ds.IWSLT2016Dataset('a')",
        "NotImplementedError: mindspore.dataset.IWSLT2016Dataset is part of MindSpore 2.7 and 2.10, but not of "
        "JitScope");
}

void TrainingTest::mistakesInTransformsAreTold_data() {
    addColumns();
    const auto row = addRow;
    row("class", "ds.transforms.OneHot(3)(np.array(5))",
        PIPELINE "OneHot: index values should not bigger than num classes: 3, but got: 5");
    row("negative class", "ds.transforms.OneHot(3)(np.array(-1))",
        PIPELINE "OneHot: index values should not be negative");
    row("type of class", "ds.transforms.OneHot(3)(np.array(1.5))",
        PIPELINE "OneHot: Only support input of int type, but got: float64");
    row("classes", "ds.transforms.OneHot(0)", "ValueError: Input must be greater than 0");
    row("nothing to compose", "ds.transforms.Compose([])", "ValueError: transforms list can not be empty");
    row("no transform", "ds.transforms.Compose([1])", "TypeError: transforms\\[0\\] is neither a transforms op");
    row("type", "ds.transforms.TypeCast('zz')", "TypeError: Argument data_type with value zz is not of type");
    row("axes", "ds.vision.HWC2CHW()(np.ones((2, 2, 2, 2)))",
        PIPELINE "HWC2CHW: image shape should be <H,W> or <H,W,C>, but got rank: 4");
    row("mean and std", "ds.vision.Normalize([1, 2], [3])", "ValueError: Length of mean and std must be equal");
    row("std", "ds.vision.Normalize([1, 2], [3, 0.])",
        "ValueError: Input std\\[1\\] is not within the required interval of \\(0");
    row("channels", "ds.vision.Normalize([1, 2], [3, 1.])(np.ones((2, 2, 3)))",
        PIPELINE
        "Normalize: number of channels does not match the size of mean and std vectors, got channels: 3, size of");
    row("rescale", "ds.vision.Rescale('a', 0)",
        "TypeError: Argument rescale with value a is not of type \\[<class 'numbers.Number'>\\], but got <class "
        "'str'>");
    row("size", "ds.vision.CenterCrop(0)",
        "ValueError: Input is not within the required interval of \\[1, 16777216\\]");
    row("crop", "ds.vision.Crop((1, 1), (5, 5))(np.ones((2, 2, 3)))",
        PIPELINE "Crop: Crop height dimension: 6 exceeds image height: 2");
    row("image", "ds.vision.Rescale(1., 0.)([1, 2])",
        "TypeError: Input should be NumPy or PIL image, got <class 'list'>");
    row("probability", "ds.vision.RandomHorizontalFlip(2.)",
        "ValueError: Input prob is not within the required interval of");
    row("interpolation", "ds.vision.Resize(4, ds.vision.Inter.PILCUBIC)",
        "NotImplementedError: Inter.PILCUBIC is not yet part of");
}

void TrainingTest::mistakesInTrainingAreTold_data() {
    addColumns();
    const auto row = addRow;
    row("network", "train.Model(3)", "TypeError: The type of 'network' should be 'Cell', but got type 'int'");
    row("metric", "train.Model(net, metrics={'zz'})", "KeyError: \"For 'get_metric_fn', unsupported metric zz");
    row("metrics", "train.Model(net, metrics=3)",
        "TypeError: For 'get_metrics', the argument 'metrics' must be None, dict or set, but got 3");
    row("optimizer", "train.Model(net, nn.MSELoss(), 3)",
        "TypeError: The type of 'optimizer' should be one of '\\['Optimizer'");
    row("level", "train.Model(net, amp_level='O2')",
        "ValueError: Auto mixed precision will not work because 'optimizer' is N");
    row("epochs", "ms.Model(net).train(0, pairs())",
        "ValueError: The input value must be int and must > 0, but got '0' with type 'int'");
    row("type of epochs", "ms.Model(net).train('a', pairs())", "TypeError: The input value must be int, but got 'str'");
    row("first epoch", "ms.Model(net).train(2, pairs(), initial_epoch=2)",
        "ValueError: For 'Model.train', the parameter 'epoch' must bigger than parameter 'initial_epoch', but got the "
        "parameter 'epoch' is 2, 'initial_epoch' is 2");
    row("dataset", "ms.Model(net).train(1, 3)",
        "TypeError: For 'Model.train', the type of 'train_dataset' should be 'Dataset'");
    row("callback", "ms.Model(net).train(1, pairs(), 3)",
        "TypeError: When the 'callbacks' is a list, the elements in 'callbacks' must be Callback functions");
    row("columns", "ms.Model(net, nn.MSELoss()).train(1, count())",
        "ValueError: When 'loss_fn' is not None, 'train_dataset' should return two elements, but got 1, please check "
        "the "
        "number of elements returned by 'train_dataset'");
    row("no metrics", "ms.Model(net).eval(pairs())",
        "ValueError: For Model.eval, the model argument 'metrics' can not be None or empty");
    row("fit without metrics", "ms.Model(net).fit(1, pairs(), pairs())",
        "ValueError: For 'Model.fit', if valid_dataset is not None, the model argument 'metrics' can not be");
    row("frequency", "ms.Model(net, nn.MSELoss(), metrics={'mae'}).fit(1, pairs(), pairs(), valid_frequency=0)",
        "ValueError: The input value must be int and must > 0, but got '0'");
    row("loss is no number",
        "ms.Model(nn.ReLU()).train(1, count().map(lambda a: np.float32('nan')), train.LossMonitor())",
        "ValueError: In epoch: 1 step: 1, loss is NAN or INF, training process cannot continue, terminating training");
    row("monitor", "train.LossMonitor(-1)",
        "ValueError: The input value must be int and must >= 0, but got '-1' with type 'int'");
    row("mode", "train.EarlyStopping(mode='zz')", "ValueError: mode should be 'auto', 'min' or 'max', but got zz");
    row("checkpoint never", "train.CheckpointConfig(0, 0, 0, 0)",
        "ValueError: For 'CheckpointConfig', the input arguments 'save_checkpoint_steps', 'save_checkpoint_seconds'");
    row("checkpoint prefix", "train.ModelCheckpoint('a/b')",
        "ValueError: For 'ModelCheckpoint', the argument 'prefix' for checkpoint file name is invalid, it must be "
        "callable "
        "or string that does not contain '/', but got a/b");
    row("broken graph file",
        "import tempfile; f = tempfile.NamedTemporaryFile(suffix='.mindir'); f.write(b'\\x3a\\xff'); f.flush(); "
        "ms.load(f.name)",
        "ValueError: .*mindir is no MindIR file that can be read");
    row("graph file with a text for a place",
        "from mindspore.nn.graphcell import FuncGraph; nn.GraphCell(FuncGraph('g', {}, ['a'], {'k': 'print(1)'}, "
        "[('TupleGetItem', None, ['a', 'k'], 'b')], 'b'))",
        "ValueError: A TupleGetItem of this MindIR file takes the element 'print\\(1\\)'");
    row("network with what MindIR has not",
        "ms.export(nn.Mish(), Tensor([1.0]), file_name='/nowhere/x', file_format='MINDIR')",
        "NotImplementedError: The operator \\w+ is not written to MindIR. Instead, export");
    row("unknown name", "train.TrainFaultTolerance()",
        "NotImplementedError: mindspore.train.TrainFaultTolerance is part of MindSpore 2.7 and 2.10, but not of "
        "JitScope. .* Instead, leave it out");
}

void TrainingTest::mistakesInMetricsAreTold_data() {
    addColumns();
    const auto row = addRow;
    row("type", "train.Accuracy('zz')", "TypeError: The argument 'eval_type' must be in \\{.*\\}, but got zz");
    row("one input", "train.MAE().update(p)",
        "ValueError: For 'MAE.update', it needs 2 inputs \\(predicted value, true value\\), but got 1");
    row("shapes", "train.Accuracy().update(p, l[:1])",
        "ValueError: In classification case, y_pred \\(predicted value\\) shape and y \\(true value\\) shape can not "
        "match.* "
        "But got y_pred shape \\(2, 3\\) and y shape \\(1,\\)");
    row("labels", "train.Accuracy('multilabel').update(p, p)",
        "ValueError: In multilabel case, all elements in y_pred \\(predicted value\\) and y \\(true value\\) should be "
        "0 or 1");
    row("kind of data", "train.Accuracy().update(3, l)",
        "TypeError: For 'Metric' and its derived classes, the input data type must be tensor, list or numpy.ndarray, "
        "but got");
    row("classes", "m = train.Accuracy(); m.update(p, l); m.update(p[:, :2], l)",
        "ValueError: For 'Accuracy.update', class number not match, last input predicted data contain 3 classes, but");
    row("no samples", "train.Precision().eval()",
        "RuntimeError: The 'Precision' can not be calculated, because the number of samples is 0");
    row("k", "train.TopKCategoricalAccuracy(0)",
        "ValueError: .*the argument 'k' must be at least 1, but got 'k' value: 0");
    row("beta", "train.Fbeta(0)", "ValueError: For 'Fbeta', the argument 'beta' must be greater than 0, but got 0");
    row("class", "train.ConfusionMatrix(2).update(p, l)",
        "ValueError: .*classes should be from 0 to 1, but there are 0 to 2");
    row("indexes", "train.MSE().set_indexes(3)",
        "ValueError: For 'set_indexes', the argument 'indexes' must be a list and all");
}

void TrainingTest::mistakesWithCheckpointsAreTold_data() {
    addColumns();
    const auto row = addRow;
    row("object", "ms.save_checkpoint(3, 'x.ckpt')",
        "TypeError: For 'save_checkpoint', the parameter 'save_obj' must be nn.Cell, list or dict, but got <class "
        "'int'>");
    row("name", "ms.save_checkpoint(net, 3)",
        "TypeError: For 'save_checkpoint', the parameter 3 for checkpoint file name is invalid,'ckpt_file_name' must "
        "be str");
    row("list", "ms.save_checkpoint([{'data': 3}], 'x.ckpt')",
        "TypeError: For save_checkpoint, save_obj should be a list of dict items, and the dict should have key values "
        "'name'");
    row("folder", "ms.save_checkpoint(net, '/nowhere/x.ckpt')", "FileNotFoundError: .*/nowhere/x.ckpt");
    row("more values", "ms.save_checkpoint(net, 'x.ckpt', append_dict={'a': [1]})",
        "TypeError: For 'save_checkpoint', the type of dict 'append_info' must be key: string, value: int, float, "
        "bool");
    row("format", "ms.save_checkpoint(net, 'x.ckpt', format='zz')",
        "ValueError: For 'save_checkpoint', the format must be 'safetensors' or 'ckpt', but got zz");
    row("missing", "ms.load_checkpoint('/nowhere/x.ckpt')",
        "ValueError: For 'load_checkpoint', the checkpoint file: /nowhere/x.ckpt does not exist, please check whether");
    row("suffix", "ms.load_checkpoint('x')",
        "ValueError: For 'load_checkpoint', the checkpoint file format must same with 'format', but got file_name:'x'");
    row("prefix", "ms.load_checkpoint(__file__ + '.ckpt')", "ValueError: .*does not exist");
    row("network", "ms.load_param_into_net(3, {})",
        "TypeError: For 'load_param_into_net', the argument 'net' should be a Cell, but got <class 'int'>");
    row("dict", "ms.load_param_into_net(net, 3)",
        "TypeError: For 'load_param_into_net', the argument 'parameter_dict' should be a dict, but got <class 'int'>");
    row("values", "ms.load_param_into_net(net, {'a': 3})",
        "TypeError: For 'parameter_dict', the element in the argument 'parameter_dict' should be a 'str' and "
        "'Parameter' ,");
    row("shape", "ms.load_param_into_net(net, {'weight': Parameter(Tensor(np.ones((3, 3), np.float32)))})",
        "RuntimeError: For 'load_param_into_net', weight in the argument 'net' should have the same shape as weight in "
        "the "
        "argument 'parameter_dict'. But got its shape \\(3, 2\\) in the argument 'net' and shape \\(3, 3\\)");
    row("type", "ms.load_param_into_net(net, {'weight': Parameter(Tensor(np.ones((3, 2), np.int32)))})",
        "RuntimeError: For 'load_param_into_net', weight in the argument 'net' should have the same type as weight in "
        "the "
        "argument 'parameter_dict'. but got its type Float32 in the argument 'net' and type Int32");
    row("strict", "ms.load_param_into_net(net, {'weight': Parameter(Tensor(np.ones((3, 2), np.float16)))}, True)",
        "RuntimeError: .*got its type Float32 in the argument 'net' and type Float16");
}

/** The traceback leads to the line in the user's function, although the pipeline wraps the exception. */
void TrainingTest::failureInOwnFunctionIsShownWithItsLine() {
    const RunOutcome outcome =
        m_python.run(preamble + "def broken(a):\n    return a.nothing\nlist(count().map(broken))\n");
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.error.find("line 14, in broken") != std::string::npos, outcome.error.c_str());
    QVERIFY(outcome.error.find("AttributeError: 'numpy.ndarray' object has no attribute 'nothing'") !=
            std::string::npos);
}

JITSCOPE_TEST(TrainingTest)

} // namespace jitscope::tst_training

#include "tst_training.moc"
