#pragma once

#include "support/written_tensor.h"

#include <QTest>

#include <memory>
#include <string>

namespace loupe::test {

/// A visible view of one tensor's values, and functions to wait for it.
template <typename View>
class ValueViewTest : public testing::Test {
protected:
    ValueViewTest()
    {
        view.resize(800, 600);
        view.show();
        view.setActive(true);
    }
    void open(const WrittenTensor& tensor)
    {
        view.setCheckpoint(tensor.checkpoint());
        view.setTensor(0);
        EXPECT_TRUE(waitUntilIdle());
    }
    /// Writes the new file before deleting the previous one.
    template <typename Values>
    void open(const std::string& dtype, const std::string& shape, const Values& values)
    {
        auto next = std::make_unique<WrittenTensor>(dtype, shape, values);
        open(*next);
        written = std::move(next);
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !view.isBusy(); });
    }

    View view;
    std::unique_ptr<WrittenTensor> written;
};

} // namespace loupe::test
