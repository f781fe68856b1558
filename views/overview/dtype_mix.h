#pragma once

#include "items/session/overview_facts.h"

#include <QWidget>

namespace loupe {

/// How a checkpoint's bytes are divided among dtypes: a thin stacked bar, and below it a row for each of the largest.
class DTypeMix : public QWidget {
    Q_OBJECT

public:
    explicit DTypeMix(const std::vector<OverviewFacts::DTypeShare>& shares, QWidget* parent = nullptr);
};

} // namespace loupe
