# SPDX-License-Identifier: Apache-2.0
"""Modules in which MindSpore keeps names that stand elsewhere here: imports from them find those names.

Each row: the package that the modules are in, their names, and the modules here in which their names are looked up."""
# Where a module's own __getattr__ looks a name up at last.
FURTHER = {"mindspore.ops": "mindspore.mint._extended", "mindspore.ops.auto_generate": "mindspore.mint._extended"}

# Modules that make names when they are asked for them.
MAKERS = {"mindspore.mint._extended", "mindspore.ops.auto_generate", "mindspore.ops.standardmethods"}

# Modules that nobody needs to have imported before they are named: they are read then.
LATE = {f"mindspore.{name}"
        for name in "boost device_context experimental log mindrecord parallel profiler scipy version _checkparam".split()}

ROWS = (
    ("mindspore._extends.parse", "standard_method", "mindspore.ops.standardmethods"),
    ("mindspore.common", "_grad_function", "mindspore.ops.customgradient"),
    ("mindspore.nn", "metrics", "mindspore.train.metrics"),
    ("mindspore.nn.wrap", "cell_wrapper", "mindspore.nn.wrap"),
    ("mindspore.nn.grad", "cell_grad", "mindspore.nn.grad"),
    ("mindspore.nn.layer", "channel_shuffle dense timedistributed", "mindspore.nn.layer"),
    ("mindspore.nn.optim", "adadelta adagrad adamax ada_grad asgd ftrl lamb lars lazyadam proximal_ada_grad "
     "rmsprop rprop sgd adasum tft_wrapper", "mindspore.nn.optim"),
    ("mindspore.ops.function", "array_func clip_func debug_func fft_func grad image_func linalg_func math_func nn_func "
     "other_func parameter_func random_func reshard_func sparse_func sparse_unary_func spectral_func vmap_func",
     "mindspore.ops.functional mindspore.ops mindspore.mint._extended"),
    ("mindspore.ops.function.grad", "grad_func", "mindspore.nn.customvjp mindspore.ops.functional mindspore.ops"),
    ("mindspore.ops.composite", "base env_ops math_ops multitype_ops random_ops vmap", "mindspore.ops.composite"),
    ("mindspore.ops.composite.multitype_ops", "zeros_like_impl ones_like_impl", "mindspore.ops.filled"),
    ("mindspore.ops.auto_generate", "gen_arg_handler gen_extend_func gen_ops_def gen_ops_prim gen_pyboost_func "
     "pyboost_inner_prim", "mindspore.ops.operations mindspore.ops mindspore.mint._extended mindspore.ops.auto_generate"),
    ("mindspore.ops.operations", "control_ops debug_ops image_ops inner_ops linalg_ops manually_defined "
     "rl_ops sparse_ops spectral_ops _embedding_cache_ops "
     "_map_tensor_ops _ms_kernel _rl_inner_ops _scalar_ops _tensor_array _thor_ops",
     "mindspore.ops.operations"),
    ("mindspore.train.summary", "summary_record", "mindspore.train.summary"),
    ("mindspore.ops.operations.manually_defined", "ops_def", "mindspore.ops.operations"),
    ("mindspore.communication", "_comm_helper", "mindspore.communication.management"),
    ("mindspore._c_expression", "typing", "mindspore.common.typenames"),
    ("mindspore.experimental.optim", "adadelta adagrad adam adamax adamw asgd nadam optimizer radam rmsprop rprop sgd",
     "mindspore.experimental.optim"),
    ("mindspore.ops", "op_info_register", "mindspore.ops.opinfo"),
    ("mindspore.ops", "functional_overload tensor_method", "mindspore.mint mindspore.ops"),
    ("mindspore.numpy", "array_creations array_ops dtypes logic_ops math_ops", "mindspore.numpy"),
    ("mindspore.mint.nn", "layer", "mindspore.mint.nn"),
    ("mindspore.mint.nn.layer", "activation basic conv loss normalization padding pooling", "mindspore.mint.nn"),
    ("mindspore.mint.optim", "adam adamw sgd", "mindspore.mint.optim"),
    ("mindspore.train", "dataset_helper loss_scale_manager", "mindspore.train"),
    ("mindspore.train", "train_thor", "mindspore.train.thorconversion"),
    ("mindspore.train", "_utils", "mindspore.train.serialization mindspore.train.strategyfile"),
    ("mindspore.train.callback", "_callback _checkpoint _dataset_graph _early_stop _history _lambda_callback "
     "_landscape _loss_monitor _lr_scheduler_callback _on_request_exit _reduce_lr_on_plateau _summary_collector "
     "_time_monitor", "mindspore.train.callback mindspore.train"),
    ("mindspore.train.metrics", "auc bleu_score confusion_matrix cosine_similarity dice fbeta hausdorff_distance loss "
     "mean_surface_distance occlusion_sensitivity perplexity recall roc root_mean_square_surface_distance topk",
     "mindspore.train.metrics"),
    ("mindspore.dataset.text", "transforms utils", "mindspore.dataset.text"),
    ("mindspore.dataset.transforms", "transforms", "mindspore.dataset.transforms"),
    ("mindspore.dataset.vision", "transforms utils", "mindspore.dataset.vision mindspore.dataset.transforms"),
    ("mindspore.dataset", "engine", "mindspore.dataset"),
    ("mindspore.dataset.engine", "datasets datasets_audio datasets_standard_format datasets_text datasets_user_defined "
     "datasets_vision iterators samplers", "mindspore.dataset"),
    ("mindspore.parallel", "checkpoint_convert parameter_broadcast transform_safetensors", "mindspore.parallel"),
    ("mindspore.parallel.nn", "parallel_cell_wrapper parallel_grad_reducer", "mindspore.parallel.nn"),
    ("mindspore.profiler", "dynamic_profiler envprofiler experimental_config mstx profiler_interface", "mindspore.profiler"),
    ("mindspore.profiler", "common", "mindspore.profiler"),
    ("mindspore.profiler.common", "constant", "mindspore.profiler"),
    ("mindspore.mindrecord", "common", "mindspore.mindrecord"),
    ("mindspore.mindrecord.common", "exceptions", "mindspore.mindrecord.exceptions"),
    ("mindspore.graph", "lazy_inline", "mindspore.common.jitconfig"),
    ("mindspore.common", "lazy_inline", "mindspore.common.jitconfig"),
    ("mindspore.common", "dump hook_handle jit_context jit_trace np_dtype symbol _stub_tensor "
     "_register_for_tensor _tensor_docs _utils", "mindspore.common mindspore"),
)


def _places():
    """(module, the modules here) of each name of the rows."""
    for package, names, where in ROWS:
        for name in names.split():
            yield f"{package}.{name}", where.split()


PLACES = dict(_places())
