# Metrics over one batch and over several.
import numpy as np
import mindspore as ms
import mindspore.train as train

predicted = np.array([[.2, .5, .3], [.3, .1, .6], [.9, .05, .05], [.1, .8, .1]], np.float32)
labels = np.array([1, 0, 0, 1], np.int32)
one_hot = np.eye(3, dtype=np.float32)[labels]
found = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 0]], np.float32)
true = np.array([[1, 0, 0], [0, 1, 1], [1, 0, 0]], np.float32)


def show(title, metric, *batches, **arguments):
    metric.clear()
    for batch in batches:
        metric.update(*batch)
    result = metric.eval(**arguments)
    parts = result if isinstance(result, tuple) else (result,)
    print(title, [np.round(np.asarray(part, np.float64), 5).tolist() for part in parts])


show("accuracy", train.Accuracy(), (ms.Tensor(predicted), ms.Tensor(labels)), (predicted, one_hot))
show("accuracy of lists", train.Accuracy(), (predicted.tolist(), labels.tolist()))
show("accuracy of labels", train.Accuracy("multilabel"), (found, true))
show("chosen inputs", train.Accuracy().set_indexes([0, 2]), (predicted, one_hot, labels))
show("loss", train.Loss(), (ms.Tensor(2.0),), (ms.Tensor([4.0]),), (np.array(3.0),))
show("absolute error", train.MAE(), (predicted, one_hot), (predicted[:2], one_hot[:2]))
show("squared error", train.MSE(), (predicted, one_hot), (predicted[:2], one_hot[:2]))
for kind in (train.Precision, train.Recall):
    show(kind.__name__, kind(), (predicted, labels), (predicted, one_hot))
    show("mean", kind(), (predicted, labels), average=True)
    show("labels", kind("multilabel"), (found, true), (found, true))
show("F1", train.F1(), (predicted, labels))
show("Fbeta", train.Fbeta(2.0), (predicted, labels), (predicted, labels))
show("mean", train.Fbeta(2.0), (predicted, labels), average=True)
show("top 1", train.Top1CategoricalAccuracy(), (predicted, labels))
show("top 2", train.TopKCategoricalAccuracy(2), (predicted, labels), (predicted, one_hot))
show("top 5", train.Top5CategoricalAccuracy(), (np.random.RandomState(0).rand(6, 8), np.arange(6)))
show("confusion", train.ConfusionMatrix(3), (predicted, labels), (np.array([0, 1, 2]), np.array([0, 2, 2])))
show("threshold", train.ConfusionMatrix(2, threshold=.5), (np.array([.1, .7, .4, .9]), np.array([0, 1, 1, 1])))
for normalize in ("target", "prediction", "all", "no_norm"):
    show(normalize, train.ConfusionMatrix(3, normalize=normalize), (predicted, labels))
show("cosine", train.CosineSimilarity(), (predicted,))
show("dot", train.CosineSimilarity("dot", "mean", False), (predicted,))
show("dice", train.Dice(), (np.array([[.2, .5], [.3, .1], [.9, .6]]), np.array([[0, 1], [1, 0], [0, 1]])))
show("ROC", train.ROC(pos_label=1), (np.array([.1, .4, .35, .8]), np.array([0, 0, 1, 1])))
print("area", train.auc(np.array([0, 0, .5, .5, 1]), np.array([0, .5, .5, 1, 1])))
show("perplexity", train.Perplexity(), (predicted, labels))
show("perplexity without 1", train.Perplexity(ignore_label=1), (predicted, labels))
words = "i have a pen on my desk".split()
show("bleu", train.BleuScore(), ([words], [["i have a fan on my desk".split(), "there is a pen on my desk".split()]]))
show("smooth bleu", train.BleuScore(2, True), ([words[:4]], [["i have a fan".split()]]))
print(type(train.get_metric_fn("precision")).__name__, type(ms.nn.Accuracy()).__name__)
regions = np.array([[3, 0, 1], [1, 3, 0], [1, 0, 2]]), np.array([[0, 2, 1], [1, 2, 1], [0, 0, 1]]), 0
for way in ("euclidean", "chessboard", "taxicab"):
    show(f"mean surface {way}", train.MeanSurfaceDistance(distance_metric=way), regions)
    show("both ways", train.MeanSurfaceDistance(True, way), regions)
    show("squares", train.RootMeanSquareDistance(distance_metric=way), regions)
    show("Hausdorff", train.HausdorffDistance(way), regions)
show("percentile", train.HausdorffDistance(percentile=50.0, directed=True), regions)
show("no surface", train.HausdorffDistance(), ([0, 1], [0, 0], 1))
both = np.array([[[0], [1]], [[1], [0]]]), np.array([[[0], [1]], [[0], [1]]])
for figure in ("tpr", "specificity", "f1 score", "mcc", "balanced_accuracy"):
    show(figure, train.ConfusionMatrixMetric(metric_name=figure), both)
several = np.arange(12).reshape(2, 2, 3) % 2, np.arange(12).reshape(2, 2, 3) // 3 % 2
show("of samples", train.ConfusionMatrixMetric(True, "acc", True), several)
show("sums", train.ConfusionMatrixMetric(True, "ppv", True, "sum"), several)


class Halves(ms.nn.Cell):
    def construct(self, x):
        return x[:, :2] + 2 * x[:, 2:]


show("occlusion", train.OcclusionSensitivity(margin=1), (Halves(), np.array([[1, 2, 3, 4]], np.float32), np.array(1)))
show("within a box", train.OcclusionSensitivity(n_batch=1, b_box=[1, -1]),
     (Halves(), np.array([[1, 2, 3, 4]], np.float32), np.array(1)))
