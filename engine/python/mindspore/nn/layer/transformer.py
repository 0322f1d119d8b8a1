# SPDX-License-Identifier: Apache-2.0
"""Attention and transformers. Sequences are (length, batch, features), or (batch, length, features) with
batch_first."""
import copy
import math

from mindspore import ops
from mindspore.common.dtype import bool_, float32
from mindspore.common.initializer import XavierNormal, XavierUniform, initializer
from mindspore.common.parameter import Parameter
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_positive_int
from mindspore.nn.layer.basic import Dense, Dropout
from mindspore.nn.layer.container import CellList
from mindspore.nn.layer.normalization import LayerNorm

__all__ = ["MultiheadAttention", "TransformerEncoderLayer", "TransformerDecoderLayer", "TransformerEncoder",
           "TransformerDecoder", "Transformer"]


def _additive(mask, dtype):
    """A mask as numbers to add to scores: -inf where a bool mask is True."""
    if mask is None or mask.dtype != bool_:
        return mask
    return ops.masked_fill(ops.zeros(mask.shape, dtype), mask, float("-inf"))


class MultiheadAttention(Cell):
    """softmax(q @ k.T / sqrt(head size) + masks) @ v for num_heads parts of the features, put together by out_proj.

    query: (target, batch, embed_dim), key: (source, batch, kdim), value: (source, batch, vdim), or without the batch.
    key_padding_mask: (batch, source), attn_mask: (target, source) or (batch * heads, target, source); True or -inf
    leaves out. Gives (result like query, weights (batch, target, source), the mean over heads unless
    average_attn_weights is False), or (result,) when need_weights is False.
    """

    def __init__(self, embed_dim, num_heads, dropout=0.0, has_bias=True, add_bias_kv=False, add_zero_attn=False,
                 kdim=None, vdim=None, batch_first=False, dtype=float32):
        super().__init__()
        self.embed_dim = check_positive_int(self.cls_name, "embed_dim", embed_dim)
        self.num_heads = check_positive_int(self.cls_name, "num_heads", num_heads)
        if embed_dim % num_heads != 0:
            raise ValueError("The init argument 'embed_dim' must be divisible by 'num_heads'.")
        self.kdim, self.vdim = kdim or embed_dim, vdim or embed_dim
        self.dropout, self.has_bias = dropout, has_bias
        self.batch_first, self.add_zero_attn = batch_first, add_zero_attn
        self.head_dim = embed_dim // num_heads
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.in_proj_weight = self.q_proj_weight = self.k_proj_weight = self.v_proj_weight = self.in_proj_bias = None
        if self._qkv_same_embed_dim:
            self._add("in_proj_weight", XavierUniform(), (3 * embed_dim, embed_dim), dtype)
        else:
            for name, size in (("q", embed_dim), ("k", self.kdim), ("v", self.vdim)):
                self._add(f"{name}_proj_weight", XavierUniform(), (embed_dim, size), dtype)
        if has_bias:
            self._add("in_proj_bias", "zeros", (3 * embed_dim,), dtype)
        self.bias_k = self.bias_v = None
        if add_bias_kv:
            self._add("bias_k", XavierNormal(), (1, 1, embed_dim), dtype)
            self._add("bias_v", XavierNormal(), (1, 1, embed_dim), dtype)
        self.out_proj = Dense(embed_dim, embed_dim, has_bias=has_bias, dtype=dtype)

    def _add(self, name, init, shape, dtype):
        setattr(self, name, Parameter(initializer(init, shape, dtype), name=name))

    def _projected(self, query, key, value):
        e = self.embed_dim
        if self._qkv_same_embed_dim:
            weights = [self.in_proj_weight[i * e:(i + 1) * e] for i in range(3)]
        else:
            weights = [self.q_proj_weight, self.k_proj_weight, self.v_proj_weight]
        results = []
        for i, (x, weight) in enumerate(zip((query, key, value), weights)):
            y = ops.matmul(x, weight.swapaxes(0, 1))
            results.append(y if self.in_proj_bias is None else y + self.in_proj_bias[i * e:(i + 1) * e])
        return results

    def _heads(self, x):
        """(length, batch, features) to (batch * heads, length, head size)."""
        length, batch, _ = x.shape
        return x.reshape((length, batch * self.num_heads, self.head_dim)).swapaxes(0, 1)

    def _mask(self, key_padding_mask, attn_mask, batch, target, source, dtype):
        """One mask (batch * heads or 1, target or 1, source) of both, or None."""
        mask = _additive(attn_mask, dtype)
        if mask is not None:
            wanted = (target, source) if mask.ndim == 2 else (batch * self.num_heads, target, source)
            if mask.shape != wanted:
                raise ValueError(f"The shape of the `attn_mask` should be {wanted}, but got {mask.shape}.")
            mask = mask.expand_dims(0) if mask.ndim == 2 else mask
        padding = _additive(key_padding_mask, dtype)
        if padding is None:
            return mask
        if padding.shape != (batch, source):
            raise ValueError(f"The shape of `key_padding_mask` should be {(batch, source)}, but got {padding.shape}.")
        padding = ops.broadcast_to(padding.reshape((batch, 1, 1, source)), (batch, self.num_heads, 1, source))
        padding = padding.reshape((batch * self.num_heads, 1, source))
        return padding if mask is None else mask + padding

    def _longer(self, k, v, mask):
        """Keys and values with what add_bias_kv and add_zero_attn put behind them; the mask with as many zeros."""
        batch = k.shape[1]
        more = 0
        if self.bias_k is not None:
            k = ops.concat((k, ops.broadcast_to(self.bias_k, (1, batch, self.embed_dim))), 0)
            v = ops.concat((v, ops.broadcast_to(self.bias_v, (1, batch, self.embed_dim))), 0)
            more += 1
        if self.add_zero_attn:
            zeros = ops.zeros((1, batch, self.embed_dim), k.dtype)
            k, v = ops.concat((k, zeros), 0), ops.concat((v, zeros), 0)
            more += 1
        if mask is not None and more:
            mask = ops.concat((mask, ops.zeros((*mask.shape[:-1], more), mask.dtype)), -1)
        return k, v, mask

    def construct(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                  average_attn_weights=True):
        is_batched = query.ndim == 3
        if is_batched and self.batch_first:
            query, key, value = query.swapaxes(0, 1), key.swapaxes(0, 1), value.swapaxes(0, 1)
        if not is_batched:
            query, key, value = query.expand_dims(1), key.expand_dims(1), value.expand_dims(1)
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.expand_dims(0)
        target, batch, size = query.shape
        if size != self.embed_dim:
            raise ValueError(f"The `embed_dim` should be {self.embed_dim}, but got {size}.")
        mask = self._mask(key_padding_mask, attn_mask, batch, target, key.shape[0], query.dtype)
        q, k, v = self._projected(query, key, value)
        k, v, mask = self._longer(k, v, mask)
        q, k, v = self._heads(q), self._heads(k), self._heads(v)
        scores = ops.matmul(q / math.sqrt(self.head_dim), k.swapaxes(1, 2))
        weights = ops.softmax(scores if mask is None else scores + mask, -1)
        if self.training and self.dropout > 0:
            weights = ops.dropout(weights, self.dropout, True)
        result = ops.matmul(weights, v).swapaxes(0, 1).reshape((target, batch, self.embed_dim))
        result = self.out_proj(result)
        if is_batched:
            result = result.swapaxes(0, 1) if self.batch_first else result
        else:
            result = result.squeeze(1)
        if not need_weights:
            return (result,)
        weights = self._told(weights, batch, average_attn_weights)
        return result, weights if is_batched else weights.squeeze(0)

    def _told(self, weights, batch, is_averaged):
        weights = weights.reshape((batch, self.num_heads, *weights.shape[1:]))
        return weights.mean(1) if is_averaged else weights


def _clones(layer, count):
    """Copies of a layer. As MindSpore does, one of the two kinds here is made anew by its settings: the weights are not
    those of the given layer, but the same in each copy."""
    settings = vars(layer).get("_settings")
    layer = layer if settings is None else type(layer)(*settings)
    return CellList([copy.deepcopy(layer) for _ in range(count)])


class _Layer(Cell):
    """The feed-forward half that encoder and decoder layers share."""

    def _make_forward(self, d_model, dim_feedforward, dropout, activation, dtype):
        self.dense1 = Dense(d_model, dim_feedforward, dtype=dtype)
        self.dropout = Dropout(p=dropout)
        self.dense2 = Dense(dim_feedforward, d_model, dtype=dtype)
        if isinstance(activation, str) and activation not in ("relu", "gelu"):
            raise ValueError(f"The activation must be relu/gelu, but get {activation}")
        if not isinstance(activation, str) and not callable(activation):
            raise ValueError(f"The argument 'activation' must be str, callable or Cell instance, but get {activation}.")
        self._activation = None if isinstance(activation, str) else activation
        self._activation_name = activation if isinstance(activation, str) else ""

    def _forward(self, x):
        x = self.dense1(x)
        if self._activation is not None:
            x = self._activation(x)
        else:
            x = ops.relu(x) if self._activation_name == "relu" else ops.gelu(x)
        return self.dense2(self.dropout(x))

    def _make_norms(self, d_model, epsilon, dropout, count, dtype):
        for i in range(count):
            setattr(self, f"norm{i + 1}", LayerNorm((d_model,), epsilon=epsilon, dtype=dtype))
        for i in range(count):
            setattr(self, f"dropout{i + 1}", Dropout(p=dropout))


class TransformerEncoderLayer(_Layer):
    """Self attention and a feed-forward network, each added to its input and normalized (before with norm_first)."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation="relu", layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, dtype=float32):
        super().__init__()
        if type(self) is __class__:  # a subclass may take other settings
            self._settings = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first,
                              dtype)
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self._make_forward(d_model, dim_feedforward, dropout, activation, dtype)
        self.norm_first = norm_first
        self._make_norms(d_model, layer_norm_eps, dropout, 2, dtype)

    def _attended(self, x, mask, padding):
        return self.dropout1(self.self_attn(x, x, x, padding, False, mask)[0])

    def construct(self, src, src_mask=None, src_key_padding_mask=None):
        if self.norm_first:
            x = src + self._attended(self.norm1(src), src_mask, src_key_padding_mask)
            return x + self.dropout2(self._forward(self.norm2(x)))
        x = self.norm1(src + self._attended(src, src_mask, src_key_padding_mask))
        return self.norm2(x + self.dropout2(self._forward(x)))


class TransformerDecoderLayer(_Layer):
    """Self attention, attention to the encoder's memory, and a feed-forward network."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation="relu", layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, dtype=float32):
        super().__init__()
        if type(self) is __class__:  # a subclass may take other settings
            self._settings = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first,
                              dtype)
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, dtype=dtype)
        self._make_forward(d_model, dim_feedforward, dropout, activation, dtype)
        self.norm_first = norm_first
        self._make_norms(d_model, layer_norm_eps, dropout, 3, dtype)

    def construct(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                  memory_key_padding_mask=None):
        def to_itself(x):
            return self.dropout1(self.self_attn(x, x, x, tgt_key_padding_mask, False, tgt_mask)[0])

        def to_memory(x):
            found = self.multihead_attn(x, memory, memory, memory_key_padding_mask, False, memory_mask)
            return self.dropout2(found[0])

        if self.norm_first:
            x = tgt + to_itself(self.norm1(tgt))
            x = x + to_memory(self.norm2(x))
            return x + self.dropout3(self._forward(self.norm3(x)))
        x = self.norm1(tgt + to_itself(tgt))
        x = self.norm2(x + to_memory(x))
        return self.norm3(x + self.dropout3(self._forward(x)))


class TransformerEncoder(Cell):
    """num_layers layers with the settings of an encoder layer one after the other, then `norm`; they begin with equal
    weights, which are not those of the given layer."""

    def __init__(self, encoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _clones(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def construct(self, src, src_mask=None, src_key_padding_mask=None):
        for layer in self.layers:
            src = layer(src, src_mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Cell):
    """num_layers layers with the settings of a decoder layer one after the other, then `norm`; they begin with equal
    weights, which are not those of the given layer."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _clones(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def construct(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                  memory_key_padding_mask=None):
        for layer in self.layers:
            tgt = layer(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                        tgt_key_padding_mask=tgt_key_padding_mask, memory_key_padding_mask=memory_key_padding_mask)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Cell):
    """An encoder of src and a decoder of tgt that attends to what the encoder made; result like tgt."""

    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048,
                 dropout=0.1, activation="relu", custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, dtype=float32):
        super().__init__()
        settings = (d_model, nhead, dim_feedforward, dropout, activation,
                    layer_norm_eps, batch_first, norm_first, dtype)
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            self.encoder = TransformerEncoder(TransformerEncoderLayer(*settings), num_encoder_layers,
                                              LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype))
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            self.decoder = TransformerDecoder(TransformerDecoderLayer(*settings), num_decoder_layers,
                                              LayerNorm((d_model,), epsilon=layer_norm_eps, dtype=dtype))
        for parameter in self.get_parameters():
            if parameter.ndim > 1:
                parameter.set_data(initializer(XavierUniform(), parameter.shape, parameter.dtype))
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def construct(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
                  tgt_key_padding_mask=None, memory_key_padding_mask=None):
        batch_axis = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[batch_axis] != tgt.shape[batch_axis]:
            raise ValueError("The number of batch of 'src' and 'tgt' must be equal.")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise ValueError("The number of features for 'src' and 'tgt' must be equal to `d_model`.")
        memory = self.encoder(src, src_mask=src_mask, src_key_padding_mask=src_key_padding_mask)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                            tgt_key_padding_mask=tgt_key_padding_mask, memory_key_padding_mask=memory_key_padding_mask)
