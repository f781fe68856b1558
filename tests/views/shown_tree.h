#pragma once

#include "items/tree/tensor_tree_model.h"
#include "views/tree/tensor_tree_view.h"

#include <QCoreApplication>

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace loupe::test {

/// A visible tree, and functions to wait for it.
class ShownTreeTest : public testing::Test {
protected:
    ShownTreeTest()
    {
        m_view.setTensorModel(&m_model);
        m_view.resize(900, 500);
        m_view.show();
    }

    void open(std::shared_ptr<const Checkpoint> checkpoint)
    {
        auto opened = prepareForViewing(std::move(checkpoint), {});
        ASSERT_TRUE(opened.has_value());
        m_model.setCheckpoint(*opened);
        await();
    }
    void filter(const QString& text)
    {
        m_model.setFilter(text);
        await();
    }
    void await()
    {
        while (m_model.isArranging() || m_view.isExpanding())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::processEvents();
    }

    TensorTreeModel m_model;
    TensorTreeView m_view;
};

} // namespace loupe::test
