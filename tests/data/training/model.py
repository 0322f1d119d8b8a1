# Model with its callbacks: a linear function learnt from batches.
import os
import tempfile
import numpy as np
import mindspore as ms
import mindspore.dataset as ds
import mindspore.train as train
from mindspore import nn

random = np.random.RandomState(0)
x = random.randn(64, 4).astype(np.float32)
y = x @ np.array([[1.0], [2.0], [-1.0], [0.5]], np.float32)


def batches(size=16):
    return ds.NumpySlicesDataset((x, y), ["x", "y"], shuffle=False).batch(size)


class Line(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 1, weight_init="zeros", bias_init="zeros")

    def construct(self, x):
        return self.fc(x)


def model(rate=0.05, metrics=None, **arguments):
    net = Line()
    return train.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), rate, 0.9), metrics, **arguments)


def rounded(values):
    return {name: round(float(value), 4) for name, value in sorted(values.items())}


class Losses(train.Callback):
    def on_train_step_end(self, run_context):
        run = run_context.original_args()
        print(run.cur_epoch_num, run.cur_step_num, run.batch_num, round(float(run.net_outputs), 4))


class Events(train.Callback):
    def on_train_begin(self, run_context):
        print("train begin")

    def on_train_epoch_begin(self, run_context):
        print("epoch begin")

    def on_train_step_begin(self, run_context):
        print("step begin")

    def on_train_step_end(self, run_context):
        print("step end")
        if run_context.original_args().cur_step_num == 3:
            run_context.request_stop()

    def on_train_epoch_end(self, run_context):
        print("epoch end")

    def on_train_end(self, run_context):
        print("train end")

    def on_eval_begin(self, run_context):
        print("eval begin")

    def on_eval_step_end(self, run_context):
        print("eval step end", run_context.original_args().cur_step_num)

    def on_eval_end(self, run_context):
        print("eval end", rounded(run_context.original_args().metrics))


class OldNames(train.Callback):
    def begin(self, run_context):
        print("begin")

    def step_end(self, run_context):
        print("step_end")

    def end(self, run_context):
        print("end")


print("train")
model().train(2, batches(), Losses())
print("eval", rounded(model(metrics={"mse", "mae", "loss"}).eval(batches())))
print("events")
model(metrics={"loss"}).train(3, batches(32), [Events()])
model(metrics={"loss"}).eval(batches(32), Events())
model(metrics={"loss"}).train(1, batches(32), OldNames())
print("later epochs")
model().train(3, batches(32), Losses(), initial_epoch=2)
print("fit")
model(metrics={"mae"}).fit(3, batches(), batches(), 2, train.LambdaCallback(
    on_train_epoch_end=lambda run: print(run.original_args().cur_epoch_num)))
print("early stopping")
model(metrics={"mae"}).fit(9, batches(), batches(), callbacks=[
    train.EarlyStopping("mae", min_delta=100, patience=2, verbose=True)])
model(metrics={"mae"}).fit(9, batches(), batches(), callbacks=[
    train.EarlyStopping("mae", min_delta=100, patience=1, verbose=True, restore_best_weights=True)])
print("learning rates")
slower = model(rate=0.1)
slower.train(1, batches(), train.LearningRateScheduler(lambda rate, step: rate / 2 if step < 4 else rate))
print(float(slower._optimizer.learning_rate.asnumpy()))
worse = model(metrics={"mae"})
worse.fit(5, batches(), batches(), callbacks=train.ReduceLROnPlateau("mae", patience=2, min_delta=100))
print(round(float(worse._optimizer.learning_rate.asnumpy()), 6))
print("history")
history = train.History()
model().train(2, batches(), history)
print(history.epoch, [round(float(value), 4) for value in history.history["net_output"]])
print("own loss in the network")


class WithLoss(nn.Cell):
    def __init__(self):
        super().__init__()
        self.line = Line()
        self.loss = nn.MSELoss()

    def construct(self, x, y):
        return self.loss(self.line(x), y)


net = WithLoss()
train.Model(net, optimizer=nn.Momentum(net.trainable_params(), 0.05, 0.9)).train(1, batches(32), Losses())
net = WithLoss()
train.Model(nn.TrainOneStepCell(net, nn.Momentum(net.trainable_params(), 0.05, 0.9))).train(1, batches(32), Losses())
net = Line()
scaled = train.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.05, 0.9, loss_scale=128.0),
                     loss_scale_manager=train.FixedLossScaleManager(128.0, False))
scaled.train(1, batches(32), Losses())
print("predict", np.round(scaled.predict(ms.Tensor(x[:2])).asnumpy(), 4).tolist())

print("checkpoints")
with tempfile.TemporaryDirectory() as folder:
    def checkpoints(**arguments):
        return train.ModelCheckpoint("line", folder, train.CheckpointConfig(**arguments))
    writer = checkpoints(save_checkpoint_steps=3, keep_checkpoint_max=2)
    learnt = model()
    learnt.train(3, batches(), writer)
    print(sorted(os.listdir(folder)), os.path.basename(writer.latest_ckpt_file_name))
    model().train(2, batches(), checkpoints(save_checkpoint_steps=4, append_info=["epoch_num", {"k": 2}]))
    print(sorted(os.listdir(folder)))
    print(sorted(ms.load_checkpoint(os.path.join(folder, "line_1-2_4.ckpt"))))
    again = Line()
    print(ms.load_param_into_net(again, ms.load_checkpoint(writer.latest_ckpt_file_name))[0])
    print(np.array_equal(again.fc.weight.asnumpy(), learnt.predict_network.fc.weight.asnumpy()))
