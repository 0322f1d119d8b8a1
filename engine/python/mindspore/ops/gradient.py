# SPDX-License-Identifier: Apache-2.0
"""Gradients of functions: a tape takes down the operators that the inputs and weights pass through, and goes back."""
import contextlib
import functools
import inspect

import _jitscope
from _jitscope import External
from mindspore import context
from mindspore._capture.errors import holds_external
from mindspore._capture.current import current_frontend
from mindspore._capture.gradientnodes import GradientNodes
from mindspore._capture.state import seeds_of_another_kind
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.ops.reached import reached_parameters
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.tensor_methods.hooks import changed_by_hooks, rely_on_hooks_of_weights

__all__ = ["grad", "value_and_grad", "GradOperation", "get_grad", "vjp", "jvp", "linearize", "jacrev", "jacfwd",
           "no_grad"]


# --- structures ---------------------------------------------------------------------------------------------------------

def _map(function, value):
    """`value` with each tensor in its tuples, lists and dicts replaced by function(tensor)."""
    if isinstance(value, Tensor):
        return function(value)
    if isinstance(value, (tuple, list)):
        return type(value)([_map(function, item) for item in value])
    if isinstance(value, dict):
        return {key: _map(function, item) for key, item in value.items()}
    return value


def _tensors(value):
    """The tensors in a structure, in order."""
    found = []
    _map(found.append, value)
    return found


def _like(value, tensors):
    """The structure `value` with its tensors replaced by those of an iterator."""
    return _map(lambda _: next(tensors), value)


def _ones_like(tensor):
    return _jitscope.functions["ones_like"](tensor)


def _zeros_like(tensor):
    return _jitscope.functions["zeros_like"](tensor)


# --- one run ------------------------------------------------------------------------------------------------------------

def _watched(args, positions, watch):
    """The arguments with those at the positions watched."""
    _check_positions(args, positions)
    args = list(args)
    for position in positions:
        args[position] = _map(watch, args[position])
    return args


def _check_positions(args, positions):
    for position in positions:
        if position >= len(args):
            is_eager = current_frontend() is None and not context.is_graph_mode()
            raise (RuntimeError if is_eager else IndexError)(f"Position index {position} is exceed input size.")
        if not _tensors(args[position]):
            raise TypeError(f"For 'grad', the argument {position} must be a Tensor or hold Tensors, but got "
                            f"'{type(args[position]).__name__}'.")


@contextlib.contextmanager
def _unpaused():
    """A gradient that is asked for inside of a function with a gradient of its own: this one is followed, though the one
    around it is not."""
    count = 0
    while _jitscope.is_gradient_paused():
        _jitscope.resume_gradient()
        count += 1
    try:
        yield
    finally:
        for _ in range(count):
            _jitscope.pause_gradient()


class _Used(tuple):
    """Weights of which those count alone that are used, in the order of their first use."""


class _Tape:
    """Follows what runs eagerly. Arguments are followed as the objects that they are: the function may reach one of them
    in another way, too, and has the gradient of all that it does with it, as in MindSpore."""

    def __init__(self):
        self._tape = _jitscope.Tape()
        self._inputs = []  # the arguments that are followed in place
        self._given = []  # (an argument or weight, the tensor that the tape follows as its elements at the end)

    def watch(self, tensor):
        """The tensor itself; followed until `run` is over."""
        try:
            self._tape.watch_in_place(tensor)
        except TypeError:
            self._unwatch(self._inputs)
            raise
        self._inputs.append(tensor)
        return tensor

    def following(self):
        """A context in which operators are followed."""
        return self._tape

    def run(self, function, args, kwargs, weights):
        """(the function's result, what stands for the weights as sources)"""
        for weight in weights:
            self._tape.watch_in_place(weight)
        sources = [weight._plain() for weight in weights]
        followed = [*self._inputs, *weights]
        try:
            with self._tape, _unpaused():
                return function(*args, **kwargs), sources
        finally:
            self._given = [(tensor, tensor._plain()) for tensor in followed]
            self._unwatch(followed)

    @staticmethod
    def _unwatch(tensors):
        for tensor in tensors:
            _jitscope.unwatch(tensor)

    def gradients(self, outputs, seeds, sources):
        return self._tape.gradients(tuple(map(self._followed, outputs)), seeds, sources)

    def used_of(self, tensors):
        """The places of those that operators took, in the order of their first use."""
        return self._tape.used_of(tuple(tensors))

    def _followed(self, output):
        """An argument or weight that is a result itself is followed no more: what stood for it."""
        return next((plain for tensor, plain in self._given if tensor is output), output)


class _TapeOfCopies(_Tape):
    """Follows copies of the arguments, each for itself, as a graph does."""

    def watch(self, tensor):
        return self._tape.watch(tensor)


def _usual_tape():
    """In graph mode, and in functions that would be graphs, MindSpore takes gradients by graphs."""
    return _TapeOfCopies if context.is_graph_mode() or _jitscope.is_graph_call() else _Tape


def _check_computed_by_graph(target):
    """A gradient goes through operators; a result of Python's has none, so that the whole gradient is left to Python."""
    if holds_external(target):
        raise _jitscope.ValueNeeded("No gradient goes through what Python computes when the graph runs.")


def _has_gradient(value, frontend):
    """Whether an argument has a gradient, as in MindSpore: outside of graphs no container has one (in graph mode a mutable
    one), in graphs nothing that is constant has: a tensor from outside, what is in a container that is no mutable one."""
    if frontend is not None:
        return not all(map(frontend.is_constant, _tensors(value)))
    if isinstance(value, (tuple, list, dict)) and not _jitscope.is_graph_call():
        return context.is_graph_mode() and hasattr(type(value), "__ms_mutable__")
    return True


class _Forward:
    """A run of `function`, with what is needed to go back once."""

    def __init__(self, function, args, kwargs, positions, weights, has_aux=False, tape=None):
        if no_grad.depth:
            raise RuntimeError("In no_grad context, you can not calculate gradient")
        frontend = current_frontend()
        self._followed = (tape or _usual_tape())() if frontend is None else GradientNodes(frontend)
        # Those that are given by name count behind the others, in the order of the call.
        args, names, count = [*args, *kwargs.values()], tuple(kwargs), len(args)
        self._asked = asked = [*_tensors([args[position] for position in positions if position < len(args)]), *weights]
        args = _watched(args, positions, self._followed.watch)
        self.inputs = [args[position] for position in positions]
        # The function may write to its arguments, whose objects then stand for the new elements.
        self.sources = [tensor._plain() for tensor in _tensors(self.inputs)]
        self.output, self.weights = self._followed.run(function, args[:count], dict(zip(names, args[count:])), weights)
        if has_aux and not (isinstance(self.output, tuple) and len(self.output) > 1):
            raise ValueError("When has_aux is True, origin fn requires more than one outputs.")
        # Outside of graphs only: there a frozen weight has the gradient of any other. The function may freeze it.
        is_eager = frontend is None and not context.is_graph_mode()
        self._is_frozen = [is_eager and isinstance(value, Parameter) and not value.requires_grad
                           or frontend is not None and frontend.is_constant(value) for value in asked]
        if isinstance(weights, _Used):
            self._keep_used(weights)
        self.target = self.output[0] if has_aux else self.output
        if frontend is not None:
            _check_computed_by_graph(self.target)
            if weights:
                rely_on_hooks_of_weights(frontend)

    def _keep_used(self, weights):
        """Weights that are results themselves are used, too."""
        used = [*self._followed.used_of(self.weights)]
        results = {id(output) for output in _tensors(self.output)}
        used += [place for place, weight in enumerate(weights) if id(weight) in results and place not in used]
        first = len(self._asked) - len(weights)
        kept = [*range(first), *(first + place for place in used)]
        self._asked = [self._asked[place] for place in kept]
        self._is_frozen = [self._is_frozen[place] for place in kept]
        self.weights = [self.weights[place] for place in used]

    def check_seeds(self, seeds):
        """In graphs the gradients that GradOperation is given are a tuple where the results are one."""
        pair = (seeds, self.target)
        if not isinstance(self._followed, GradientNodes) or not all(isinstance(value, (Tensor, tuple)) for value in pair):
            return
        if isinstance(seeds, Tensor) != isinstance(self.target, Tensor):
            raise seeds_of_another_kind(*pair)

    def back(self, seeds=None):
        """(gradients in the structure of the inputs, gradients of the weights); zeros where nothing flows. Consumes it."""
        outputs = _tensors(self.target)
        if type(seeds) in (int, float):  # the scale of a loss
            seeds = Tensor(seeds, outputs[0].dtype if outputs else None)
        seeds = [_ones_like(output) for output in outputs] if seeds is None else _tensors(seeds)
        if len(seeds) != len(outputs):
            raise ValueError(f"The function has {len(outputs)} results, but {len(seeds)} gradients of them were given.")
        # A seed of one element fits a result of one element, as in MindSpore: scales of a loss have the shape (1,).
        seeds = [seed.reshape(output.shape) if output.size == seed.size == 1 else seed for output, seed in zip(outputs, seeds)]
        for output, seed in zip(outputs, seeds):
            if output.shape != seed.shape:
                raise ValueError(f"The shape {seed.shape} of a gradient differs from the shape {output.shape} of its result.")
        sources = [*self.sources, *self.weights]
        found = self._followed.gradients(tuple(outputs), tuple(seeds), tuple(sources))
        whole = iter([_zeros_like(source) if gradient is None or is_frozen else changed_by_hooks(asked, gradient)
                      for source, gradient, is_frozen, asked in zip(sources, found, self._is_frozen, self._asked)])
        return [_like(value, whole) for value in self.inputs], tuple(whole)


def whole_gradients(gradients, outputs):
    """The gradients of tensors, with zeros for those that nothing flows back to (None)."""
    return tuple(_zeros_like(output) if gradient is None else gradient for gradient, output in zip(gradients, outputs))


def fitted_gradient(tensor, gradient):
    """A gradient that a bprop of the user's gave for a tensor (or None), in its dtype, with the axes summed along which
    the tensor would be broadcast to it. Raises RuntimeError for a shape that is none of those."""
    if not isinstance(gradient, Tensor):
        return gradient
    if gradient.shape != tensor.shape:
        further = gradient.ndim - tensor.ndim
        sizes = (1,) * further + tensor.shape
        if further < 0 or any(size not in (1, own) for size, own in zip(sizes, gradient.shape)):
            raise RuntimeError("For grad interface or custom function, grad tensor should be broadcast to expected shape, but "
                               f"got {gradient.shape} vs {tensor.shape}")
        axes = tuple(axis for axis, size in enumerate(sizes) if size == 1)
        gradient = call("ReduceSum", gradient, axes, False).reshape(tensor.shape)
    return gradient if gradient.dtype == tensor.dtype else call("Cast", gradient, tensor.dtype)


# --- grad and value_and_grad --------------------------------------------------------------------------------------------

def _checked_positions(grad_position, weights):
    if grad_position is None:
        if weights is None:
            raise ValueError("`grad_position` and `weight` can not be None at the same time.")
        return ()
    if isinstance(grad_position, bool) or not isinstance(grad_position, (int, tuple)):
        raise TypeError("For 'F.grad', the 'grad_position' must be int or tuple.")
    if isinstance(grad_position, int):
        if grad_position < 0:
            raise ValueError("grad_position must be >= 0.")
        return (grad_position,)
    for position in grad_position:
        if isinstance(position, bool) or not isinstance(position, int):
            raise TypeError("For 'F.grad', the element in tuple should be int.")
        if position < 0:
            raise ValueError("The element in grad_position must be >= 0.")
    if len(set(grad_position)) != len(grad_position):
        raise ValueError("There are duplicate positions in `grad_position`, please check it")
    return grad_position


def _with_gradient(positions, args):
    """The positions without those of numbers, texts and the like, containers outside of graphs and constants of graphs,
    which have no gradients; as in MindSpore they are left out, and all of an eager call without arguments."""
    frontend = current_frontend()
    if not args and frontend is None and not context.is_graph_mode():
        return []
    return [position for position in positions
            if position >= len(args) or isinstance(args[position], External)
            or _tensors(args[position]) and _has_gradient(args[position], frontend)]


def _checked_weights(weights):
    if weights is None:
        return ()
    parameters = (weights,) if isinstance(weights, Parameter) else tuple(weights)
    for parameter in parameters:
        if not isinstance(parameter, Parameter):
            raise TypeError(f"For 'grad', the weights must be Parameters, but got '{type(parameter).__name__}'.")
    return parameters


def _arranged(inputs, weight_gradients, grad_position, weights, return_ids):
    """The gradients as MindSpore returns them for these settings."""
    if return_ids:
        positions = (grad_position,) if isinstance(grad_position, int) else grad_position or ()
        inputs = [(position, value) for position, value in zip(positions, inputs)]
        names = [parameter.name for parameter in _checked_weights(weights)]
        weight_gradients = tuple(zip(names, weight_gradients))
    of_inputs = inputs[0] if len(inputs) == 1 else tuple(inputs)
    of_weights = weight_gradients[0] if isinstance(weights, Parameter) else weight_gradients
    if grad_position is None:
        return of_weights
    return of_inputs if weights is None else (of_inputs, of_weights)


def value_and_grad(fn, grad_position=0, weights=None, has_aux=False, return_ids=False, sens_param=False):
    """A function that returns (fn's result, gradients). Results of fn that are no scalars count as their sum.

    grad_position: which arguments, those given by name behind the others, the gradients are of: an int (gives one
    gradient), a tuple of ints (gives a tuple; of one int the gradient alone) or None. Left out, so that () may be all that
    comes, are numbers, texts, containers (in graphs those that are not mutable) and constants of graphs. weights:
    Parameters whose gradients are wanted (a tuple of them follows, or stands alone with grad_position None; outside of
    graphs one without requires_grad has zeros); has_aux: only fn's first result is differentiated; return_ids: gradients
    come as (position or name, gradient); sens_param: the last argument is the gradient of the result. Gradients have the
    shapes and dtypes of what they are of. Outside of graphs an argument that the function reaches in another way, too, has
    the gradient of all that is done with it. Raises ValueError or TypeError for settings that do not fit, RuntimeError inside
    no_grad and for grad_position=()."""
    positions = _checked_positions(grad_position, weights)
    parameters = _checked_weights(weights)

    @_named_after(fn)
    def run(*args, **kwargs):
        if grad_position == () and (args or kwargs or current_frontend() is not None or context.is_graph_mode()):
            raise RuntimeError("grad_position should not be empty when grad by position!")
        *args, seeds = args if sens_param else (*args, None)
        asked = _with_gradient(positions, (*args, *kwargs.values()))
        forward = _Forward(fn, args, kwargs, asked, parameters, has_aux)
        gradients = _arranged(*forward.back(seeds), grad_position, weights, return_ids)
        return forward.output, gradients
    return run


def grad(fn, grad_position=0, weights=None, has_aux=False, return_ids=False, sens_param=False):
    """A function that returns the gradients of fn, and with has_aux (gradients, fn's further results); see
    value_and_grad."""
    run = value_and_grad(fn, grad_position, weights, has_aux, return_ids, sens_param)

    @_named_after(fn)
    def only_gradients(*args, **kwargs):
        output, gradients = run(*args, **kwargs)
        return (gradients, output[1:]) if has_aux else gradients
    return only_gradients


def _named_after(fn):
    """functools.wraps for functions; cells and other objects give their class's name."""
    if inspect.isroutine(fn):
        return functools.wraps(fn, assigned=("__name__", "__doc__"), updated=())
    return lambda run: run


def get_grad(gradients, identifier):
    """The gradient with that position or parameter (or its name) among gradients made with return_ids=True."""
    wanted = identifier.name if isinstance(identifier, Parameter) else identifier
    pending = [gradients]
    while pending:
        item = pending.pop()
        if not isinstance(item, (tuple, list)):
            continue
        if len(item) == 2 and isinstance(item[0], (int, str)) and not isinstance(item[0], bool):
            if item[0] == wanted:
                return item[1]
            continue
        pending.extend(reversed(item))
    raise RuntimeError(f"Can not find the gradient for position or parameter {wanted}.")


class GradOperation:
    """GradOperation(get_all=False, get_by_list=False, sens_param=False)(fn, weights)(*args[, sens])

    get_all: gradients of all tensor arguments, not of the first alone; get_by_list: of weights (a Parameter, or several;
    outside of graphs one without requires_grad has zeros; without weights, of those that are used, in the order of their
    first use, and in graph mode of none, in graphs of all that the cell has); sens_param: the last argument, or the one that
    is called `sens`, is the gradient of the result."""

    def __init__(self, get_all=False, get_by_list=False, sens_param=False):
        for name, flag in (("get_all", get_all), ("get_by_list", get_by_list), ("sens_param", sens_param)):
            if not isinstance(flag, bool):
                raise TypeError(f"For 'GradOperation', the '{name}' should be bool, but got {type(flag).__name__}")
        self.get_all = get_all
        self.get_by_list = get_by_list
        self.sens_param = sens_param

    def __call__(self, fn, weights=None):
        parameters = self._parameters(fn, weights)

        @_named_after(fn)
        def run(*args, **kwargs):
            seeds = None
            if self.sens_param and "sens" in kwargs:
                seeds = kwargs.pop("sens")
            elif self.sens_param:
                *args, seeds = args
            positions = self._positions((*args, *kwargs.values()))
            forward = _Forward(fn, args, kwargs, positions, parameters)
            forward.check_seeds(seeds)
            inputs, of_weights = forward.back(seeds)
            of_inputs = tuple(inputs) if self.get_all else inputs[0] if inputs else ()
            if not self.get_by_list:
                return of_inputs
            if isinstance(weights, Parameter):
                of_weights, = of_weights
            return (of_inputs, of_weights) if self.get_all else of_weights
        return run

    def _parameters(self, fn, weights):
        if not self.get_by_list:
            return ()
        if weights is not None:
            return _checked_weights(weights)
        if current_frontend() is not None:
            return tuple(fn.trainable_params()) if hasattr(fn, "trainable_params") else ()
        # Outside of graphs those that are used, in graph mode none, as in MindSpore.
        if context.is_graph_mode():
            return ()
        known = fn.trainable_params() if hasattr(fn, "trainable_params") else reached_parameters(fn)
        return _Used(parameter for parameter in known if parameter.requires_grad)

    def _positions(self, args):
        tensors = [i for i, value in enumerate(args) if _tensors(value)]
        if self.get_by_list and not self.get_all:
            return []
        return [i for i in (tensors if self.get_all else tensors[:1]) if _has_gradient(args[i], current_frontend())]


# --- products with Jacobians --------------------------------------------------------------------------------------------

def _as_variables(arguments):
    """What derivatives are asked of has them in graphs, too, where it is a constant."""
    frontend = current_frontend()
    return arguments if frontend is None else frontend.as_variables(arguments)


def _further(output):
    """The results behind the first: one as it is, several as a tuple."""
    return output[1] if len(output) == 2 else output[1:]


def vjp(fn, *inputs, weights=None, has_aux=False):
    """(fn(*inputs), a function from the gradient of the result to the tuple of gradients of the inputs[, the further
    results]).

    With weights the function gives (gradients of the inputs, gradients of the weights)."""
    parameters = _checked_weights(weights)
    is_eager = current_frontend() is None
    positions = [i for i, value in enumerate(inputs)
                 if is_eager and isinstance(value, Tensor) or _has_gradient(value, current_frontend())]

    def forward():
        return _Forward(fn, inputs, {}, positions, parameters, has_aux)
    first = forward()
    unused = [first]  # a forward run outside of graphs goes back once: later calls of `back` make one of their own

    def back(*gradients):
        run = first if current_frontend() is not None else unused.pop() if unused else forward()
        of_inputs, of_weights = run.back(gradients if len(gradients) > 1 else gradients[0])
        return tuple(of_inputs) if weights is None else (tuple(of_inputs), of_weights)
    output = first.output
    if has_aux:
        return output[0], back, _further(output)
    return output, back


def jvp(fn, inputs, v, has_aux=False):
    """(fn(*inputs), the Jacobian of fn at inputs times v[, the further results]); v has the shapes of inputs."""
    inputs = _as_variables(inputs if isinstance(inputs, (tuple, list)) else (inputs,))
    directions = _tensors(v)
    if [tensor.shape for tensor in _tensors(inputs)] != [tensor.shape for tensor in directions]:
        raise ValueError("For 'jvp', `inputs` and `v` must have the same shapes.")
    frontend = current_frontend()
    # The product with the transposed Jacobian is linear in its seeds: its derivative by them is the product wanted.
    with _jitscope.Tape():  # a second one, so that compiled functions run by operators, which are followed back
        forward = _Forward(fn, inputs, {}, range(len(inputs)), (), has_aux, _TapeOfCopies)
    outer = _TapeOfCopies() if frontend is None else GradientNodes(frontend)
    output = forward.output
    seeds = _map(lambda tensor: outer.watch(_zeros_like(tensor)), forward.target)
    with outer.following():
        of_inputs, _ = forward.back(seeds)
    watched = _tensors(seeds)
    found = outer.gradients(tuple(_tensors(of_inputs)), tuple(directions), tuple(watched))
    tangents = iter([_zeros_like(seed) if value is None else value for seed, value in zip(watched, found)])
    product = _like(forward.target, tangents)
    return (output[0], product, _further(output)) if has_aux else (output, product)


def linearize(fn, inputs):
    """(fn(*inputs), a function from changes of the inputs to the change of the result by the Jacobian there)."""
    given = inputs if isinstance(inputs, (tuple, list)) else (inputs,)

    def change(v):
        return jvp(fn, tuple(given), v)[1]
    return fn(*given), change


def _positions_of(grad_position):
    return _checked_positions(grad_position, None)


def _unit(shape, dtype, index):
    import numpy
    values = numpy.zeros(shape, numpy.float64)
    values.reshape(-1)[index] = 1
    return Tensor(values).astype(dtype)


def jacrev(fn, grad_position=0, has_aux=False):
    """The Jacobian by reverse mode: of shape (*result, *argument), a tuple for several positions; of several results, a
    tuple with those of each. With has_aux only the first result counts, and what else fn gives follows."""
    positions = _positions_of(grad_position)

    def run(*args, **kwargs):
        _check_reached(positions, args)
        args = _as_variables(args)
        output = fn(*args, **kwargs)
        targets = output[:1] if has_aux else output if isinstance(output, (tuple, list)) else (output,)
        if not all(isinstance(target, Tensor) for target in targets):
            raise TypeError("For 'jacrev', the function must return Tensors.")
        found = tuple(_jacobians(fn, args, kwargs, positions, place, targets) for place in range(len(targets)))
        result = found if isinstance(output, (tuple, list)) and not has_aux else found[0]
        return (result, _further(output)) if has_aux else result
    return run


def _jacobians(fn, args, kwargs, positions, place, targets):
    """Of one of the results by each position: one, or a tuple."""
    target, rows = targets[place], []

    def chosen(*given, **named):
        output = fn(*given, **named)
        return output[place] if isinstance(output, (tuple, list)) else output
    for index in range(target.size):
        forward = _Forward(chosen, args, kwargs, positions, (), tape=_TapeOfCopies)
        rows.append(forward.back(_unit(target.shape, target.dtype, index))[0])
    stack = _stacked()
    jacobians = tuple(stack([row[i] for row in rows]).reshape((*target.shape, *args[position].shape))
                      for i, position in enumerate(positions))
    return jacobians[0] if len(positions) == 1 else jacobians


def jacfwd(fn, grad_position=0, has_aux=False):
    """The Jacobian by forward mode: of shape (*result, *argument), a tuple for several positions; of several results, a
    tuple with those of each. With has_aux only the first result counts, and what else fn gives follows."""
    positions = _positions_of(grad_position)

    def run(*args):
        _check_reached(positions, args)
        found = [_columns(fn, args, position, has_aux) for position in positions]
        (output, _, further), is_one = found[0], not isinstance(found[0][0], (tuple, list))
        targets = (output,) if is_one else output
        if not all(isinstance(target, Tensor) for target in targets):
            raise TypeError("For 'jacfwd', the function must return Tensors.")
        rows = [tuple(_jacobian([_tensors(column)[place] for column in columns], target, args[position])
                      for position, (_, columns, _) in zip(positions, found)) for place, target in enumerate(targets)]
        rows = [row[0] if len(row) == 1 else row for row in rows]
        result = rows[0] if is_one else tuple(rows)
        return (result, *further) if has_aux else result
    return run


def _columns(fn, args, position, has_aux):
    """(fn's result that counts, the derivative of it by each element of one argument, what else fn gives)"""
    def of_one(value):
        return fn(*args[:position], value, *args[position + 1:])
    value, columns = args[position], []
    for index in range(value.size):
        output, product, *further = jvp(of_one, (value,), (_unit(value.shape, value.dtype, index),), has_aux)
        columns.append(product)
    return output, columns, further


def _jacobian(columns, target, argument):
    return _stacked()(columns, axis=-1).reshape((*target.shape, *argument.shape))


def _check_reached(positions, args):
    if any(position >= len(args) for position in positions):
        raise ValueError("The element in grad_position must belong to [0, args_num).")


def _stacked():
    return _jitscope.functions["stack"]


# --- without gradients --------------------------------------------------------------------------------------------------

class no_grad:
    """`with no_grad():` or `@no_grad()`: what runs inside is a constant for gradients outside; asking for a gradient inside
    raises RuntimeError."""

    depth = 0  # how many of these contexts are open

    def __enter__(self):
        _jitscope.pause_gradient()
        no_grad.depth += 1
        frontend = current_frontend()
        self._first = None if frontend is None else frontend.capture.next_id()
        return self

    def __exit__(self, *failure):
        no_grad.depth -= 1
        _jitscope.resume_gradient()
        if self._first is not None:
            current_frontend().capture.hold_constant(self._first)
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def run(*args, **kwargs):
            with no_grad():
                return function(*args, **kwargs)
        return run
