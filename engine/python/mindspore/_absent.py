# SPDX-License-Identifier: Apache-2.0
"""Public names of MindSpore 2.7 and 2.10 that JitScope does not have: importable, with a sentence for who uses them.

The one list: a subject with its sentence, then the names of that subject by module. A name of `mindspore.train` can
also be imported from the modules in it. Modules of which nothing is there stand at the end."""

# What each subject is told with: why it is not there, and what to do instead.
_YOUR_OWN = ("run the script in your own MindSpore; `jitscope record --python PYTHON -- SCRIPT.py` records it there")
SENTENCES = {
    "unbuilt": (
        "It is not part of JitScope's engine.",
        f"write it from operators of mindspore.ops, or as a mindspore.nn.Cell with a bprop; or {_YOUR_OWN}"),
    "private": (
        "It belongs to how MindSpore works inside.",
        f"leave it out; where a script cannot do without it, {_YOUR_OWN}"),
    "mindir": (
        "Models are neither written to nor read from MindIR, ONNX or AIR by a script.",
        f"keep weights with mindspore.save_checkpoint, and the script that makes the network; to have such a file, "
        f"{_YOUR_OWN}"),
    "sink": (
        "Datasets are not sent to a device.",
        "go through mindspore.dataset.Dataset.create_tuple_iterator and call the function with its items"),
    "sparse": (
        "The rows of this kind are no tensors here.",
        "take a mindspore.Tensor with mindspore.ops.gather and mindspore.ops.tensor_scatter_add"),
    "quantized": (
        "There are Float16, BFloat16, Float32, Float64 and integers.",
        "cast to one of these, as with mindspore.ops.cast"),
    "several": (
        "One device computes here, so nothing is sharded, sent to or converted between ranks.",
        f"run the whole network as it is; for many devices, {_YOUR_OWN}"),
    "device": (
        "Everything runs on the processor, in the order of the program.",
        f"leave streams, events and memory settings out; on a device, {_YOUR_OWN}"),
    "faults": (
        "Nothing is dumped or rescued on a device here, as JitScope records each run, also one that fails.",
        f"leave it out; on a device, {_YOUR_OWN}"),
    "checkpoint": (
        "Checkpoints are written at once.",
        "use mindspore.save_checkpoint and mindspore.load_checkpoint, for .ckpt and .safetensors"),
    "rewrite": (
        "Graphs are not rewritten from a script.",
        f"write a pass as a plugin of JitScope, like plugins/example_pass; or {_YOUR_OWN}"),
    "custom": (
        "Operators written in other languages cannot be added.",
        f"write it from operators of mindspore.ops, or as a mindspore.nn.Cell with a bprop; or {_YOUR_OWN}"),
    "profiler": (
        "JitScope records and measures every run by itself.",
        "leave the profiler out, and open what one wrote elsewhere with File > Open"),
    "hooks": (
        "Values that a gradient keeps are not handed to hooks.",
        "use mindspore.nn.Cell.register_forward_hook or mindspore.ops.HookBackward"),
    "metric": (
        "It is not part of JitScope's engine.",
        "write it as a class of your own of mindspore.train.Metric"),
    "optimizer": (
        "It is not part of JitScope's engine.",
        f"take an optimizer of mindspore.nn or mindspore.mint.optim; to run it itself, {_YOUR_OWN}"),
    "ascend": (
        "It is a fused kernel of Ascend devices.",
        "write it from mindspore.ops.matmul, mindspore.ops.softmax and the like, which JitScope fuses by itself; on a "
        f"device, {_YOUR_OWN}"),
    "dataset": (
        "Files of this format are not read.",
        "read them in Python, and give the samples to mindspore.dataset.GeneratorDataset"),
    "mindrecord": (
        "MindRecord files are written row by row and read as they are.",
        "give the rows to mindspore.mindrecord.FileWriter, and read them with mindspore.dataset.MindDataset"),
    "pipeline": (
        "A pipeline is the script that makes it: it is neither written as JSON, compared nor cached.",
        "keep the script; mindspore.dataset.DSCallback is told of epochs and steps"),
    "storage": (
        "A Tensor here is its elements, without storages, streams or addresses of a device.",
        "use the mindspore.Tensor itself, or mindspore.Tensor.asnumpy"),
    "transform": (
        "It is not part of JitScope.",
        "give a Python function to mindspore.dataset.Dataset.map in its place"),
    "joined": (
        "Transforms in C++ and in Python are one since MindSpore 2.0.",
        "import the same name from mindspore.dataset.vision or mindspore.dataset.transforms"),
}

# Names that have something nearer to take than what their subject says.
INSTEAD = {
    "mindspore.mint.nn.AdaptiveAvgPool3d": "mindspore.nn.AdaptiveAvgPool3d",
    "mindspore.mint.nn.AvgPool3d": "mindspore.nn.AvgPool3d",
    "mindspore.mint.nn.MaxUnpool2d": "mindspore.nn.MaxUnpool2d",
    "mindspore.mint.nn.SyncBatchNorm": "mindspore.mint.nn.BatchNorm2d, which is the same on one device",
    "mindspore.mint.nn.functional.adaptive_avg_pool3d": "mindspore.ops.adaptive_avg_pool3d",
    "mindspore.mint.nn.functional.avg_pool3d": "mindspore.ops.avg_pool3d",
    "mindspore.mint.nn.functional.max_unpool2d": "mindspore.ops.max_unpool2d",
    "mindspore.mint.optim.FusedAdamW": "mindspore.mint.optim.AdamW",
    "mindspore.mint.batch_norm_elemt": "mindspore.ops.batch_norm",
    "mindspore.mint.batch_norm_gather_stats_with_counts": "mindspore.ops.batch_norm",
    "mindspore.mint.batch_norm_stats": "mindspore.ops.batch_norm",
    "mindspore.mint.conv_tbc": "mindspore.ops.conv1d of the transposed tensor",
    "mindspore.mint.npu_gelu": "mindspore.ops.gelu",
    "mindspore.mint.triangular_solve": "mindspore.scipy.linalg.solve_triangular",
    "mindspore.Tensor.triangular_solve": "mindspore.scipy.linalg.solve_triangular",
    "mindspore.Tensor.kthvalue": "mindspore.ops.topk with largest=False",
    "mindspore.nn.AvgPool3dExt": "mindspore.nn.AvgPool3d",
    "mindspore.nn.MatrixDiag": "mindspore.ops.matrix_diag",
    "mindspore.nn.MatrixDiagPart": "mindspore.ops.matrix_diag_part",
    "mindspore.nn.MatrixSetDiag": "mindspore.ops.matrix_set_diag",
    "mindspore.nn.MultiFieldEmbeddingLookup": "mindspore.nn.EmbeddingLookup for each field",
    "mindspore.ops.BasicLSTMCell": "mindspore.nn.LSTMCell",
    "mindspore.ops.BatchToSpaceNDV2": "mindspore.ops.batch_to_space_nd",
    "mindspore.ops.DepthwiseConv2dNative": "mindspore.nn.Conv2d with as many groups as channels",
    "mindspore.ops.DropoutDoMask": "mindspore.ops.dropout",
    "mindspore.ops.DropoutGenMask": "mindspore.ops.dropout",
    "mindspore.ops.DynamicGRUV2": "mindspore.nn.GRU",
    "mindspore.ops.DynamicRNN": "mindspore.nn.LSTM",
    "mindspore.ops.ExtractImagePatches": "mindspore.ops.unfold",
    "mindspore.ops.MatrixSolveLs": "mindspore.ops.lstsq",
    "mindspore.ops.MultilabelMarginLoss": "mindspore.ops.multilabel_margin_loss",
    "mindspore.ops.NonMaxSuppressionV3": "mindspore.ops.NMSWithMask",
    "mindspore.ops.NuclearNorm": "mindspore.ops.norm with ord='nuc'",
    "mindspore.ops.ParameterizedTruncatedNormal": "mindspore.ops.TruncatedNormal",
    "mindspore.ops.Quantile": "mindspore.ops.quantile",
    "mindspore.ops.ScatterNonAliasingAdd": "mindspore.ops.tensor_scatter_add",
    "mindspore.ops.erfinv_": "mindspore.ops.erfinv",
    "mindspore.ops.inplace_sigmoid": "mindspore.ops.sigmoid",
    "mindspore.ops.mixed_precision_cast": "mindspore.ops.cast",
    "mindspore.ops.put_": "mindspore.Tensor.put_",
    "mindspore.ops.stop_gradient_": "mindspore.ops.stop_gradient",
    "mindspore.ops.tanh_": "mindspore.ops.tanh",
    "mindspore.ops.recompute_block": "mindspore.recompute",
    "mindspore.ops.FusedWeightScaleApplyMomentum": "mindspore.nn.Momentum",
    "mindspore.ops.FusedAdaFactorWithGlobalNorm": "mindspore.nn.Adam",
    "mindspore.ops.LARSUpdate": "mindspore.nn.LARS",
    "mindspore.MsDispatchMode": "the list of operators that JitScope records in every run, which has their values, too",
    "mindspore.utils.MsDispatchMode": "the list of operators that JitScope records in every run, which has their values, too",
    "mindspore.nn.get_metrics": "the metrics of mindspore.train.Model",
}

# The names of the list that MindSpore 2.7.2 does not have, and those that 2.10 does not; both have the others (the
# conformance test asks both).
SINCE = {
    "mindspore": """
        DeviceCtx MsDispatchMode StreamLimitCtx UntypedStorage get_stream_limit register_saved_tensors_hooks swap_tensors""",
    "mindspore.ops": """
        gather_into_tensor lightning_indexer nsa_compress nsa_compress_attention nsa_select_attention recv_object_list
        scatter_tensor send_object_list sparse_flash_attention""",
    "mindspore.utils": "MsDispatchMode",
    "mindspore.dataset": "dataloader",
    "mindspore.dataset.Dataset": "recv send",
    "mindspore.mint.optim": "FusedAdamW",
    "mindspore.nn.Cell": "register_parameter_forward_hook to_empty",
    "mindspore.mint": "conv_tbc npu_gelu",
    "mindspore.Tensor": "delete_",
    "mindspore.graph": "api",
}
UNTIL = {
    "mindspore.dataset.transforms": "c_transforms py_transforms",
    "mindspore.dataset.vision": "c_transforms py_transforms",
}

NAMES = {
    "mindspore._c_expression": {
        "private": "is_reboot_node swap_cache",
    },
    "mindspore.ops.auto_generate": {
        "ascend": """
            DynamicQuantExt FlashAttentionScore FlashAttentionScoreGrad FusedAddTopKDiv GroupedMatmul GroupedMatmulV4
            MoeComputeExpertTokens MoeDistributeCombine MoeDistributeDispatch MoeFinalizeRouting MoeGatingTopKSoftmax
            MoeInitRouting MoeInitRoutingV2 MoeTokenUnpermute QuantBatchMatmul QuantV2 WeightQuantBatchMatmul""",
        "private": "Scatter",
        "several": "inner_comm_irecv_op inner_comm_isend_op",
    },
    "mindspore.ops.operations.nn_ops": {
        "ascend": "FlashAttentionScore",
    },
    "mindspore.nn.wrap.cell_wrapper": {
        "several": "_BroadCastCell _MicroBatch _VirtualDatasetCell",
    },
    "mindspore.parallel.shard": {
        "several": "_DistributedTensorInfo",
    },
    "mindspore.train._utils": {
        "several": "remove_param_redundancy",
    },
    "mindspore.train.serialization": {
        "several": "_get_merged_param_data",
        "private": "_update_param",
    },
    "mindspore.train.callback._callback": {
        "private": "set_cur_net",
    },
    "mindspore.train.callback._checkpoint": {
        "private": "CheckpointManager",
    },
    "mindspore.parallel.transform_safetensors": {
        "several": "_collect_safetensor_files",
    },
    "mindspore.common.recompute": {
        "private": "_RecomputeCell _check_input_args_validate _padding_input_grads",
    },
    "mindspore.common.initializer": {
        "private": "_INITIALIZER_ALIAS",
    },
    "mindspore.experimental.optim.adamw": {
        "optimizer": "SpeedAdamW",
    },
    "mindspore": {
        "faults": "TrainFaultTolerance mindio_preload set_dump set_mindio_server_info",
        "mindir": """
            export_split_mindir load_mindir load_obf_params_into_net obfuscate_ckpt save_mindir""",
        "rewrite": "Int Node NodeType ScopedValue SymbolTree",
        "device": """
            DeviceCtx MemPool PluggableAllocator StreamLimitCtx UntypedStorage get_stream_limit memory_replay
            swap_tensors use_mem_pool""",
        "profiler": "flops_collection",
        "several": """
            build_searched_strategy load_distributed_checkpoint merge_pipeline_strategys restore_group_info_list
            transform_checkpoint_by_rank transform_checkpoints unified_safetensors""",
        "quantized": "QuantDtype float8_e4m3fn float8_e5m2 hifloat8 qint4x2",
        "sink": "connect_network_with_dataset data_sink",
        "unbuilt": "MsDispatchMode enable_dynamic",
        "hooks": "register_saved_tensors_hooks saved_tensors_hooks",
    },
    "mindspore.common.api": {
        "private": "_cell_graph_executor ms_compile_cache cells_compile_cache",
    },
    "mindspore.nn": {
        "several": "AdaSumByDeltaWeightWrapCell AdaSumByGradWrapCell OptTFTWrapper",
        "unbuilt": """
            AvgPool3dExt MatrixDiag MatrixDiagPart MatrixSetDiag MultiFieldEmbeddingLookup""",
        "sink": "GetNextSingleOp",
        "metric": "get_metrics",
    },
    "mindspore.ops": {
        "optimizer": "ApplyRotaryPosEmb FusedAdaFactorWithGlobalNorm FusedWeightScaleApplyMomentum LARSUpdate",
        "unbuilt": """
            BasicLSTMCell BatchToSpaceNDV2 ComputeAccidentalHits DepthwiseConv2dNative
            Dilation2D DropoutDoMask DropoutGenMask DynamicGRUV2 DynamicRNN ExtractGlimpse ExtractImagePatches
            HistogramFixedWidth MatrixLogarithm MatrixSolveLs
            MultilabelMarginLoss NonDeterministicInts NonMaxSuppressionV3 NuclearNorm
            ParameterizedTruncatedNormal Quantile RNNTLoss SampleDistortedBoundingBoxV2 ScatterNonAliasingAdd
            erfinv_ inplace_sigmoid multi_scale_deformable_attn_function put_ recompute_block
            rotated_iou stop_gradient_ tanh_""",
        "private": """
             GeSwitch Merge SliceGetItem array_reduce augassign_add augassign_div
            augassign_floordiv augassign_mod augassign_mul augassign_sub broadcast_gradient_args distribute embed
            env_get environ_add environ_create environ_get environ_set geswitch is_dynamic_sequence_element_unknown
            is_tensor_bool_cond iter_converter merge
            mixed_precision_cast reduced_shape ref_to_embed switch switch_layer tail tensor_muls tensor_slice
            zip_operation""",
        "custom": """
            CustomOpBuilder PyExecute arg_dtype_cast arg_handler cpp_create_prim_instance_helper hastype hyper_add
            ms_kernel tensor_operator_registry""",
        "several": """
            AllGatherV AlltoAll AlltoAllV AlltoAllVC Barrier BatchISendIRecv CollectiveGather CollectiveScatter
            NeighborExchange NeighborExchangeV2 Pull Push Receive Reduce ReduceScatterV Reshard Send
            all_gather_into_tensor all_gather_into_tensor_uneven all_gather_matmul all_gather_object
            all_to_all all_to_all_single all_to_all_v_c batch_isend_irecv broadcast_object_list gather_into_tensor
            gather_object matmul_reduce_scatter recv_object_list reduce reduce_scatter reduce_scatter_tensor reduce_scatter_tensor_uneven reshard
            scatter_object_list scatter_tensor send_object_list""",
        "sparse": """
            MapCacheIdx SparseApplyAdadelta SparseApplyFtrlV2 SparseApplyRMSProp make_map_parameter make_row_tensor
            make_row_tensor_inner row_tensor_add row_tensor_get_dense_shape row_tensor_get_indices
            row_tensor_get_values""",
        "faults": "DumpGradient",
        "sink": "GetNext ms_hasnext ms_next",
        "ascend": """
            GroupTopk PagedAttention PagedAttentionMask ReshapeAndCache add_layer_norm add_rms_norm
            flash_attention_score fused_infer_attention_score incre_flash_attention lightning_indexer
            moe_distribute_combine moe_distribute_dispatch moe_init_routing_v2 moe_token_permute moe_token_unpermute
            nsa_compress nsa_compress_attention nsa_select_attention prompt_flash_attention ring_attention_update
            rotary_position_embedding sparse_flash_attention speed_fusion_attention""",
    },
    "mindspore.boost": {
        "several": "AdaSum",
        "optimizer": "AutoBoost BoostTrainOneStepWithLossScaleCell DimReduce GroupLossScaleManager",
    },
    "mindspore.communication": {
        "several": "get_comm_name",
    },
    "mindspore.profiler": {
        "profiler": "EnvProfiler",
    },
    "mindspore.parallel": {
        "several": """
            build_searched_strategy convert_checkpoint_by_rank convert_checkpoints load_distributed_checkpoint
            merge_pipeline_strategys rank_list_for_convert restore_group_info_list transform_checkpoint_by_rank
            transform_checkpoints unified_safetensors""",
    },
    "mindspore.utils": {
        "faults": """
            ExitByRequest RSCPluginHandle TFTCommValue _tft_handler runtime_execution_order_check stress_detect""",
        "unbuilt": "MsDispatchMode",
        "several": "comm_exec_order_check dryrun",
    },
    "mindspore.mindrecord": {
        "mindrecord": """
            Cifar10ToMR Cifar100ToMR CsvToMR ImageNetToMR MindPage MnistToMR TFRecordToMR set_dec_mode set_enc_key
            set_enc_mode""",
    },
    "mindspore.dataset": {
        "dataset": "IWSLT2016Dataset IWSLT2017Dataset TedliumDataset",
        "mindrecord": "OBSMindDataset",
        "pipeline": "DatasetCache WaitedDSCallback compare deserialize serialize show sync_wait_for_dataset",
    },
    "mindspore.dataset.Dataset": {
        "pipeline": """
            to_json set_init_step build_sentencepiece_vocab build_vocab prepare_multiprocessing copy_batch_size
            create_ir_tree parse parse_tree post_parse pre_parse pre_process""",
        "sink": "device_que send recv",
    },
    "mindspore.dataset.vision": {
        "transform": """
            AutoAugment AutoAugmentPolicy DecodeVideo VideoDecoder not_random read_video read_video_timestamps""",
    },
    "mindspore.dataset.transforms": {
        "transform": "not_random Plugin",
    },
    "mindspore.dataset.text": {
        "transform": "JiebaMode JiebaTokenizer",
    },
    "mindspore.mint.nn": {
        "unbuilt": "AdaptiveAvgPool3d AvgPool3d MaxUnpool2d",
        "several": "SyncBatchNorm",
    },
    "mindspore.mint.optim": {
        "optimizer": "FusedAdamW",
    },
    "mindspore.nn.Cell": {
        "several": """
            set_broadcast_flag parallel_parameter_merge_net_dict parallel_parameter_name_list
            parameter_layout_dict remove_redundant_parameters pipeline_segment""",
        "mindir": "get_func_graph_proto compile_cache compile_phase phase_cache",
        "device": "to_empty",
        "hooks": "register_saved_tensors_hooks register_parameter_forward_hook enable_backward_hook",
        "private": """
            IGNORE_LIST T_destination cell_init_args create_time exist_names exist_objs global_cells pipeline_stage
            total_instance_count cast_inputs set_mixed_precision_type get_mixed_precision_type generate_scope
            get_scope run_construct update_cell_type""",
    },
    "mindspore.mint": {
        "unbuilt": """
            batch_norm_elemt batch_norm_gather_stats_with_counts batch_norm_stats conv_tbc npu_gelu triangular_solve""",
    },
    "mindspore.mint.nn.functional": {
        "unbuilt": "adaptive_avg_pool3d avg_pool3d max_unpool2d",
    },
    "mindspore.Tensor": {
        "storage": """
            convert_bytes_to_tensor delete_ delta_seed getitem_index_info index_of_parent_ init_finished
            offload offload_file_path param_info parent_tensor_ remove_hook set_cast_dtype set_device_address
            set_param_info setitem_index_info storage untyped_storage""",
        "unbuilt": "index kthvalue triangular_solve",
    },
}

MODULES = {
    "several": """
        mindspore.mint.distributed mindspore.mint.distributed.distributed mindspore.communication.comm_func
        mindspore.parallel.strategy""",
    "ascend": "mindspore.ops.operations._infer_ops",
    "rewrite": "mindspore.rewrite mindspore.graph mindspore.graph.api mindspore.graph.custom_pass",
    "unbuilt": """
        mindspore.scipy.fft mindspore.multiprocessing mindspore.safeguard""",
    "faults": "mindspore.common.file_system mindspore.tools",
    "private": """
        mindspore.common._register_for_recompute mindspore.train.node_strategy_pb2 mindspore.train.summary_pb2
        mindspore.ops._grad_experimental mindspore.ops._grad_experimental.grad_comm_ops mindspore.ops._op_impl mindspore.ops._op_impl.aicpu
        mindspore.ops._op_impl.aicpu.sequence_add mindspore.ops._op_impl.aicpu.sequence_add_offset""",
    "dataset": "mindspore.dataset.dataloader mindspore.dataset.debug",
    "transform": """
        mindspore.dataset.audio mindspore.dataset.callback mindspore.dataset.utils""",
    "joined": """
        mindspore.dataset.transforms.c_transforms mindspore.dataset.transforms.py_transforms
        mindspore.dataset.vision.c_transforms mindspore.dataset.vision.py_transforms""",
    "mindir": "mindspore.onnx",
    "device": """
        mindspore.device_context.ascend.device mindspore.device_context.ascend.op_debug
        mindspore.device_context.ascend.op_precision mindspore.device_context.ascend.op_tuning
        mindspore.hal.contiguous_tensors_handle mindspore.device_context.gpu.op_precision mindspore.device_context.gpu.op_tuning mindspore.device_manager""",
    "custom": "mindspore.ops.signature",
}
