#pragma once

#include "await.h"
#include "items/heat_map/grid_job.h"

#include <gtest/gtest.h>

#include <optional>

namespace loupe::test {

/// A job that computes grids, with a record of all its signals.
class GridJobTest : public testing::Test {
protected:
    GridJobTest()
    {
        QObject::connect(
            &job, &GridJob::finished, &job, [this](const GridPtr& whole, const std::optional<ColorRanges>& itsRanges) {
                grid = whole;
                ranges = itsRanges;
            });
        QObject::connect(&job, &GridJob::advanced, &job, [this](const GridPtr&, const std::vector<GridPart>& parts) {
            for (const GridPart& part : parts)
                arrived += part.cells.size();
        });
        QObject::connect(&job, &GridJob::failed, &job, [this](const Error& error) { code = error.code; });
    }

    GridJob job;
    Signal finished{&job, &GridJob::finished};
    Signal failed{&job, &GridJob::failed};
    GridPtr grid;
    std::optional<ColorRanges> ranges;
    std::uint64_t arrived = 0; ///< cells that arrived before the complete grid
    std::optional<ErrorCode> code;
};

} // namespace loupe::test
