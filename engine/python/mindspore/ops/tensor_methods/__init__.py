# SPDX-License-Identifier: Apache-2.0
"""Methods of Tensor whose arguments differ from those of the function of the same name under `ops`.

Many methods of MindSpore have two signatures, an older one (`axis`, `keepdims`) and a newer one (`dim`, `keepdim`). A
function here takes both: the newer names come as keywords, and what is given by position is told apart by its kind.
"""
