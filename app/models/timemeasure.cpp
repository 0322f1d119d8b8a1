// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/timemeasure.h"

#include "engine/base/text.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace models {

namespace {

struct MeasureWords {
    Q_DECLARE_TR_FUNCTIONS(TimeMeasures)
};

} // namespace

QString measureName(TimeMeasure measure) {
    switch (measure) {
    case TimeMeasure::Wall:
        return MeasureWords::tr("wall time");
    case TimeMeasure::MeanWall:
        return MeasureWords::tr("mean wall time");
    case TimeMeasure::MedianWall:
        return MeasureWords::tr("median wall time");
    case TimeMeasure::Cpu:
        return MeasureWords::tr("CPU time");
    }
    return {};
}

QString measureMeaning(TimeMeasure measure) {
    switch (measure) {
    case TimeMeasure::Wall:
        return MeasureWords::tr(
            "Wall time: from the call to its end in the recorded run, with all that the machine did "
            "meanwhile");
    case TimeMeasure::MeanWall:
        return MeasureWords::tr("Mean wall time: the mean of the wall times of all its recorded runs");
    case TimeMeasure::MedianWall:
        return MeasureWords::tr("Median wall time: the median of the wall times of all its recorded runs");
    case TimeMeasure::Cpu:
        return MeasureWords::tr(
            "CPU time: what the processor spent on one run when it was run by itself, over and over, on "
            "one thread; waiting does not count");
    }
    return {};
}

QString measuredTime(TimeMeasure measure, int64_t ns) {
    return measureName(measure) + QLatin1Char(' ') + QString::fromStdString(humanTime(ns));
}

} // namespace models
} // namespace jitscope
