# SPDX-License-Identifier: Apache-2.0
"""Public names of MindSpore 2.10 that JitScope does not have: importable, with a sentence for who uses them.

The one list: a subject with its sentence, then the names of that subject by module. A name of `mindspore.train` can
also be imported from the modules in it. Modules of which nothing is there stand at the end."""

SENTENCES = {
    "unbuilt": (
        "It is not yet part of JitScope's engine; write it from operators that are, or as an nn.Cell with "
        "a bprop."),
    "summary": (
        "Nothing is collected for MindInsight by itself: mindspore.SummaryRecord writes the values that a script "
        "gives it, and JitScope keeps those of every run."),
    "mindir": (
        "Models are neither written to nor read from MindIR, ONNX or AIR; keep weights with "
        "mindspore.save_checkpoint, and the script that makes the network."),
    "sink": (
        "Datasets are not sent to a device; go through dataset.create_tuple_iterator() and call the "
        "function with its items."),
    "sparse": "All tensors are dense; use a dense Tensor with ops.gather and ops.scatter, or ops.where.",
    "complex": "There are no complex numbers; compute with two tensors, of the real and the imaginary parts.",
    "quantized": "Float16, BFloat16, Float32, Float64 and integers are there; cast to one of these.",
    "several": (
        "One device computes here, so nothing is sharded, sent to or converted between ranks; run the "
        "whole network as it is."),
    "device": (
        "Everything runs on the processor, in the order of the program; leave streams, events and memory "
        "settings out."),
    "faults": (
        "Nothing is dumped or rescued on a device here; JitScope records each run, also one that fails. "
        "Leave it out."),
    "checkpoint": (
        "Use mindspore.save_checkpoint and mindspore.load_checkpoint, which write .ckpt and .safetensors "
        "at once."),
    "rewrite": (
        "Graphs are not rewritten from a script; a plugin of JitScope can add a pass (see "
        "plugins/example_pass)."),
    "custom": (
        "Operators written in other languages cannot be added; write it from operators of mindspore.ops, "
        "or as an nn.Cell with a bprop."),
    "profiler": (
        "JitScope records and measures every run by itself: leave the profiler out, and open what one "
        "wrote elsewhere with File > Open."),
    "hooks": (
        "Values of the forward run are not handed to hooks; use Cell.register_forward_hook or "
        "ops.HookBackward."),
    "metric": (
        "It is not yet part of JitScope's engine; a metric of your own is a subclass of "
        "mindspore.train.Metric."),
    "optimizer": (
        "It is not yet part of JitScope's engine; the optimizers of mindspore.nn and mindspore.mint.optim "
        "are."),
    "ascend": (
        "It is a fused kernel of Ascend devices; write it from ops.matmul, ops.softmax and the like, "
        "which JitScope fuses by itself."),
    "dataset": (
        "Files of this format are not read; mindspore.dataset.GeneratorDataset takes any Python object "
        "that gives samples."),
    "mindrecord": (
        "MindRecord files are neither written nor read; mindspore.dataset.TFRecordDataset, CSVDataset and "
        "NumpySlicesDataset read rows of other files."),
    "pipeline": (
        "A pipeline is the script that makes it: it is neither written as JSON, compared nor cached; "
        "mindspore.dataset.DSCallback is told of epochs and steps."),
    "storage": (
        "A Tensor here is its elements, without storages, streams or addresses of a device: use the Tensor itself, or "
        "Tensor.asnumpy()."),
    "transform": "It is not yet part of JitScope; a Python function can be given to dataset.map in its place.",
}

NAMES = {
    "mindspore": {
        "faults": "TrainFaultTolerance mindio_preload set_dump set_mindio_server_info",
        "mindir": """
            ConvertModelUtils ConvertNetUtils export export_split_mindir load load_mindir load_obf_params_into_net
            obfuscate_ckpt save_mindir""",
        "rewrite": "Int Node NodeType ScopedValue Symbol SymbolTree",
        "device": """
            DeviceCtx MemPool PluggableAllocator StreamLimitCtx UntypedStorage get_stream_limit memory_replay
            ms_memory_recycle swap_tensors use_mem_pool""",
        "profiler": "FlopsUtilizationCollector Profiler flops_collection",
        "several": """
            Layout build_searched_strategy get_algo_parameters get_ckpt_path_with_strategy get_ps_context
            load_distributed_checkpoint load_segmented_checkpoints merge_pipeline_strategys merge_sliced_parameter
            parameter_broadcast rank_list_for_transform reset_algo_parameters restore_group_info_list
            set_algo_parameters set_ps_context shard sync_pipeline_shared_parameters transform_checkpoint_by_rank
            transform_checkpoints unified_safetensors""",
        "summary": "SummaryCollector SummaryLandscape",
        "quantized": "QuantDtype float8_e4m3fn float8_e5m2 hifloat8 qint4x2",
        "complex": "cdouble cfloat complex128 complex64",
        "sink": "connect_network_with_dataset data_sink",
        "unbuilt": "enable_dynamic",
        "hooks": "register_saved_tensors_hooks saved_tensors_hooks",
    },
    "mindspore.nn": {
        "optimizer": "AdaFactor Conv2dThor DenseThor EmbeddingLookupThor EmbeddingThor thor",
        "several": "AdaSumByDeltaWeightWrapCell AdaSumByGradWrapCell OptTFTWrapper PipelineGradReducer",
        "device": "AdamOffload",
        "unbuilt": """
            AvgPool3dExt Jvp MatrixDiag MatrixDiagPart MatrixSetDiag MultiFieldEmbeddingLookup SampledSoftmaxLoss Vjp""",
        "sink": "GetNextSingleOp",
        "mindir": "GraphCell",
        "metric": "get_metrics",
    },
    "mindspore.ops": {
        "optimizer": "ApplyRotaryPosEmb FusedAdaFactorWithGlobalNorm FusedWeightScaleApplyMomentum LARSUpdate",
        "unbuilt": """
            BasicLSTMCell BatchToSpaceNDV2 CombinedNonMaxSuppression ComputeAccidentalHits CopyWithSlice DataType
            DepthwiseConv2dNative Dilation2D DropoutDoMask DropoutGenMask DtypeToEnum DynamicGRUV2 DynamicRNN
            ExtractGlimpse ExtractImagePatches ExtractVolumePatches GeSwitch HistogramFixedWidth LSTM
            LogUniformCandidateSampler MatrixLogarithm MatrixSolveLs MaxPoolWithArgmax Merge MultilabelMarginLoss
            NonDeterministicInts NonMaxSuppressionV3 NonMaxSuppressionWithOverlaps NuclearNorm
            ParameterizedTruncatedNormal Quantile RNNTLoss SampleDistortedBoundingBoxV2 ScatterNonAliasingAdd
            SliceGetItem UniformCandidateSampler UniqueWithPad array_reduce augassign_add augassign_div
            augassign_floordiv augassign_mod augassign_mul augassign_sub broadcast_gradient_args distribute embed
            env_get environ_add environ_create environ_get environ_set erfinv_ expand geswitch inplace_sigmoid
            is_dynamic_sequence_element_unknown is_sequence_shape_unknown is_sequence_value_unknown
            is_tensor_bool_cond iter_converter log_uniform_candidate_sampler merge mixed_precision_cast
            multi_scale_deformable_attn_function put_ recompute_block reduced_shape ref_to_embed rotated_iou
            stop_gradient_ switch switch_layer tail tanh_ tensor_muls tensor_slice uniform_candidate_sampler
            zip_operation""",
        "custom": """
            AiCPURegOp AkgAscendRegOp AkgGpuRegOp CpuRegOp Custom CustomOpBuilder CustomRegOp PyExecute TBERegOp
            arg_dtype_cast arg_handler cpp_create_prim_instance_helper custom_info_register hastype hyper_add
            ms_kernel op_info_register tensor_operator_registry""",
        "several": """
            AllGatherV AlltoAll AlltoAllV AlltoAllVC Barrier BatchISendIRecv CollectiveGather CollectiveScatter
            NeighborExchange NeighborExchangeV2 P2POp Pull Push Receive Reduce ReduceScatterV Reshard Reusing Send
            TCPStore all_gather all_gather_into_tensor all_gather_into_tensor_uneven all_gather_matmul
            all_gather_object all_reduce all_to_all all_to_all_single all_to_all_v_c barrier batch_isend_irecv
            broadcast broadcast_object_list destroy_process_group gather_into_tensor gather_object get_backend
            get_global_rank get_group_rank get_process_group_ranks get_rank get_world_size init_process_group irecv
            is_available is_initialized isend matmul_reduce_scatter new_group recv recv_object_list reduce
            reduce_scatter reduce_scatter_tensor reduce_scatter_tensor_uneven reshard scatter_object_list
            scatter_tensor send send_object_list set_comm_ops_inplace""",
        "sparse": """
            MapCacheIdx SparseApplyAdadelta SparseApplyFtrlV2 SparseApplyRMSProp make_map_parameter make_row_tensor
            make_row_tensor_inner row_tensor_add row_tensor_get_dense_shape row_tensor_get_indices
            row_tensor_get_values""",
        "complex": """
            Complex ComplexAbs Conj ConjugateTranspose Eig FFTWithSize Polar STFT eig eigvals fft fft2 fftn ifft ifft2
            ifftn ihfft ihfft2 ihfftn polar rfft rfft2 rfftn stft view_as_real""",
        "faults": "DumpGradient",
        "sink": "GetNext ms_hasnext ms_next",
        "ascend": """
            GroupTopk PagedAttention PagedAttentionMask ReshapeAndCache add_layer_norm add_rms_norm
            flash_attention_score fused_infer_attention_score incre_flash_attention lightning_indexer
            moe_distribute_combine moe_distribute_dispatch moe_init_routing_v2 moe_token_permute moe_token_unpermute
            nsa_compress nsa_compress_attention nsa_select_attention prompt_flash_attention ring_attention_update
            rotary_position_embedding sparse_flash_attention speed_fusion_attention""",
    },
    "mindspore.communication": {
        "several": "get_comm_name",
    },
    "mindspore.utils": {
        "faults": """
            ExitByRequest RSCPluginHandle TFTCommValue get_sdc_detect_result runtime_execution_order_check
            sdc_detect_start sdc_detect_stop stress_detect""",
        "unbuilt": "MsDispatchMode",
        "several": "comm_exec_order_check dryrun",
    },
    "mindspore.numpy.fft": {
        "complex": "fft fft2 fftn ifft ifft2 ifftn ihfft ihfft2 ihfftn rfft rfft2 rfftn",
    },
    "mindspore.dataset": {
        "dataset": "IWSLT2016Dataset IWSLT2017Dataset TedliumDataset",
        "mindrecord": "MindDataset OBSMindDataset",
        "pipeline": "DatasetCache WaitedDSCallback compare deserialize serialize show sync_wait_for_dataset",
    },
    "mindspore.dataset.Dataset": {
        "mindrecord": "save",
        "pipeline": """
            to_json set_init_step build_sentencepiece_vocab build_vocab prepare_multiprocessing copy_batch_size
            create_ir_tree parse parse_tree post_parse pre_parse pre_process""",
        "sink": "device_que send recv",
    },
    "mindspore.dataset.vision": {
        "transform": """
            AutoAugment AutoAugmentPolicy DecodeVideo VideoDecoder not_random read_video read_video_timestamps utils""",
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
            shard set_broadcast_flag parallel_parameter_merge_net_dict parallel_parameter_name_list
            parameter_layout_dict remove_redundant_parameters pipeline_segment""",
        "mindir": "compile compile_and_run get_func_graph_proto compile_cache compile_phase phase_cache",
        "device": "to_empty",
        "hooks": "register_saved_tensors_hooks register_parameter_forward_hook enable_backward_hook",
        "unbuilt": """
            IGNORE_LIST T_destination cell_init_args create_time exist_names exist_objs global_cells pipeline_stage
            total_instance_count cast_inputs set_mixed_precision_type get_mixed_precision_type generate_scope
            get_scope run_construct update_cell_type""",
    },
    "mindspore.mint": {
        "complex": "polar",
        "unbuilt": """
            batch_norm_elemt batch_norm_gather_stats_with_counts batch_norm_stats conv_tbc npu_gelu triangular_solve""",
    },
    "mindspore.mint.nn.functional": {
        "unbuilt": "adaptive_avg_pool3d avg_pool3d max_unpool2d",
    },
    "mindspore.Tensor": {
        "storage": """
            convert_bytes_to_tensor delete_ delta_seed getitem_index_info hooks index_of_parent_ init_finished offload
            offload_file_path param_info parent_tensor_ remove_hook set_cast_dtype set_device_address set_param_info
            setitem_index_info storage untyped_storage""",
        "complex": "eigvals",
        "unbuilt": "index kthvalue triangular_solve",
    },
}

MODULES = {
    "several": """
        mindspore.parallel mindspore.parallel.nn mindspore.parallel.auto_parallel mindspore.parallel.shard
        mindspore.mint.distributed mindspore.communication.comm_func mindspore.ops.communication""",
    "profiler": "mindspore.profiler mindspore.profiler.common mindspore.profiler.schedule",
    "rewrite": "mindspore.rewrite mindspore.graph mindspore.graph.api mindspore.graph.custom_pass",
    "unbuilt": """
        mindspore.boost mindspore.scipy.fft
        mindspore.multiprocessing mindspore.safeguard""",
    "optimizer": "mindspore.train.train_thor",
    "faults": "mindspore.tools",
    "mindrecord": "mindspore.mindrecord",
    "dataset": "mindspore.dataset.engine mindspore.dataset.dataloader mindspore.dataset.debug",
    "transform": """
        mindspore.dataset.audio mindspore.dataset.callback
        mindspore.dataset.utils""",
    "mindir": "mindspore.onnx",
    "device": """
        mindspore.device_context mindspore.device_context.ascend mindspore.device_context.cpu
        mindspore.device_context.gpu mindspore.device_manager""",
    "custom": "mindspore.ops.signature",
}
