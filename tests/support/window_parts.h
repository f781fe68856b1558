#pragma once

#include "app/window/editing/edit_control.h"
#include "app/window/scan_control.h"
#include "items/session/document.h"
#include "items/tree/tensor_tree_model.h"
#include "support/child.h"
#include "views/byte_map/byte_map.h"
#include "views/details/details_tabs.h"
#include "views/kit/notice_bar.h"
#include "views/tree/filter_edit.h"

/// The parts of a main window.
namespace loupe::test {

inline Document& document(const QObject& window)
{
    return child<Document>(window);
}
inline TensorTreeModel& model(const QObject& window)
{
    return child<TensorTreeModel>(window);
}
inline DetailsTabs& details(const QObject& window)
{
    return child<DetailsTabs>(window);
}
inline ByteMap& byteMap(const QObject& window)
{
    return child<ByteMap>(window);
}
inline NoticeBar& notices(const QObject& window)
{
    return child<NoticeBar>(window, QStringLiteral("notices"));
}
inline FilterEdit& filter(const QObject& window)
{
    return child<FilterEdit>(window);
}
inline ScanControl& scan(const QObject& window)
{
    return child<ScanControl>(window);
}
inline EditControl& editing(const QObject& window)
{
    return child<EditControl>(window);
}
inline EditSession& edits(const QObject& window)
{
    return editing(window).session();
}

} // namespace loupe::test
