// SPDX-License-Identifier: GPL-3.0-or-later
// What the communication panel shows of a run, worked out off the GUI thread.
#pragma once

#include "app/charts/heatmatrix.h"
#include "app/charts/stackedbars.h"
#include "app/models/datatablemodel.h"
#include "engine/analysis/ranks/communication.h"
#include "engine/analysis/ranks/communicationlinks.h"

#include <QString>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace communicationpanel {

/** All that is known of a run's communication. */
struct CommunicationFigures {
    std::vector<CommunicationOp> ops;
    std::vector<CommunicationGroup> groups;
    std::vector<LinkTraffic> links;
    std::vector<SlowLink> slowLinks;
    std::vector<PacketRate> packets;
    std::vector<std::pair<int, std::vector<PacketRate>>> packetsByRank;
    std::vector<QString> findings; ///< sentences with their evidence, the gravest first
    QString unasked;               ///< what could not be looked for, and why; "" for nothing
    bool empty() const { return ops.empty() && links.empty() && packets.empty(); }
};
/** Its name, or the end of its long number, with its ranks: "…036764 (ranks 1, 3)". */
QString groupTitle(const CommunicationGroup &group);
CommunicationFigures communicationFigures(const std::vector<ProfilePtr> &profiles);

/** Rows that stand for slices name them by profile and operator. */
struct CommunicationRow {
    size_t profile = 0;
    std::string name;
    int64_t start = missingInteger;
};

/** Bars with the table below them. */
struct CommunicationTimes {
    std::vector<BarPart> parts;
    std::vector<Bar> bars;
    std::vector<int> barRanks; ///< by bar
    TablePtr table;
    std::vector<DeltaColumn> deltas;    ///< to the baseline rank
    std::vector<CommunicationRow> rows; ///< by row of the table
};
enum class CommunicationBars : uint8_t { ByRank, ByOperator };
struct CommunicationQuestion {
    CommunicationBars bars = CommunicationBars::ByRank;
    std::string group = {}; ///< "" for all
    int rank = -1;          ///< of the table alone; -1: all
    int baseline = -1;      ///< the rank to compare with; its rows stand in the table, too. -1: none
};
CommunicationTimes communicationTimes(const CommunicationFigures &figures, const CommunicationQuestion &question);

enum class MatrixQuantity : uint8_t { Bandwidth, Size, Time };
struct CommunicationMatrix {
    std::vector<QString> labels;
    std::map<HeatMatrix::Place, MatrixCell> cells;
    QString note;
};
/** Of a group ("" for all whose ranks are known) over one kind of link. */
CommunicationMatrix communicationMatrix(const CommunicationFigures &figures, MatrixQuantity quantity,
                                        const std::string &group, const std::string &transport);
/** Kinds of links that something moved over, the ones between ranks first. */
std::vector<std::string> transports(const CommunicationFigures &figures, const std::string &group);

/** Of all ranks together, or of each with its differences to `baseline` where that is one. */
ComparedTable packetTable(const CommunicationFigures &figures, int baseline);

} // namespace communicationpanel
} // namespace jitscope
