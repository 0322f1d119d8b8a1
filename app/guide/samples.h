// SPDX-License-Identifier: GPL-3.0-or-later
// The sample scripts that are compiled into the program, and a file of each that can be run and edited safely.
#pragma once

#include "engine/base/result.h"

#include <QList>
#include <QString>

namespace jitscope {
inline namespace guide {

struct Sample {
    QString file;         ///< "attention.py", also the name below resources/samples
    const char *title;    ///< translated in the context "Samples", as is the sentence
    const char *sentence; ///< what one learns from it
};

const QList<Sample> &samples();
QString titleOf(const Sample &sample);
QString sentenceOf(const Sample &sample);

enum class Ground : uint8_t { Light, Dark };

/** A picture of the program at work on it, as a path of QFile. */
QString pictureOf(const Sample &sample, Ground ground);

/** Puts the sample into the user's folder of samples, as it was shipped, and gives its path. What is changed of it is
    saved elsewhere: see isSample(). */
Result<QString> placeSample(const QString &file);

/** Whether the file is one that placeSample() writes. */
bool isSample(const QString &path);

} // namespace guide
} // namespace jitscope
