#pragma once

#include "insight/model_headers.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace loupe::test {

/// A model listed in published_models.txt.
struct PublishedModel {
    struct Role {
        std::string name; ///< with "#" in place of numbers
        std::set<std::string> tensors;
    };
    struct Stack {
        std::string name;
        std::set<int> layers;
    };
    std::string name;
    std::string family; ///< "-" if unknown
    ModelHeader header;
    std::vector<Role> roles;
    std::vector<Stack> stacks;
    std::optional<std::uint64_t> parameters; ///< as its authors or the hub state them; nothing if it is made smaller
    std::set<std::string> notes; ///< codes of its notes
    std::set<std::string> optional; ///< roles that the model may lack; "ALL"; "LAST:" and a stack; "LAYERS": any layer;
                                    ///< "WHOLE": any tensor

    bool isOptional(const std::string& role) const
    {
        return optional.contains("ALL") || optional.contains("WHOLE") || optional.contains(role);
    }
};

/// Parses "0-2,5" as 0, 1, 2, 5. "-" means a single tensor without a number.
inline std::vector<int> numbersOf(const std::string& text)
{
    std::vector<int> numbers;
    std::istringstream parts(text == "-" ? std::string() : text);
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t dash = part.find('-');
        const int first = std::stoi(part);
        const int last = dash == std::string::npos ? first : std::stoi(part.substr(dash + 1));
        for (int number = first; number <= last; ++number)
            numbers.push_back(number);
    }
    return numbers;
}

inline std::vector<std::string> numbered(const std::vector<std::string>& names, const std::vector<int>& numbers)
{
    if (numbers.empty())
        return names;
    std::vector<std::string> all;
    for (const std::string& name : names) {
        for (const int number : numbers) {
            std::string one = name;
            one.replace(one.find('#'), 1, std::to_string(number));
            all.push_back(std::move(one));
        }
    }
    return all;
}

inline void addRole(PublishedModel& model, const std::string& line)
{
    std::istringstream words(line);
    std::string layers, experts, name, sizes;
    words >> layers >> experts >> name >> sizes;
    ModelHeader::Shape shape;
    std::istringstream axes(sizes == "-" ? std::string() : sizes);
    for (std::string axis; std::getline(axes, axis, 'x');)
        shape.push_back(std::stoull(axis));
    const std::vector<int> numbers = numbersOf(layers);
    // If layers have different shapes, each shape has its own line, but all are one role.
    auto role = std::ranges::find(model.roles, name, &PublishedModel::Role::name);
    if (role == model.roles.end())
        role = model.roles.insert(role, {name, {}});
    for (const std::string& tensor : numbered(numbered({name}, numbers), numbersOf(experts))) {
        model.header.add(tensor, shape);
        role->tensors.insert(tensor);
    }
    if (numbers.empty())
        return;
    const std::string stack = name.substr(0, name.find(".#."));
    auto found = std::ranges::find(model.stacks, stack, &PublishedModel::Stack::name);
    if (found == model.stacks.end())
        found = model.stacks.insert(found, {stack, {}});
    found->layers.insert(numbers.begin(), numbers.end());
}

inline std::vector<PublishedModel> publishedModels()
{
    std::ifstream file(LOUPE_PUBLISHED_MODELS);
    if (!file)
        throw std::runtime_error("no " LOUPE_PUBLISHED_MODELS);
    std::vector<PublishedModel> models;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "model") {
            PublishedModel& model = models.emplace_back();
            words >> model.name >> model.family;
        } else if (kind == "config")
            models.back().header.config(nlohmann::json::parse(line.substr(kind.size())));
        else if (kind == "parameters") {
            words >> models.back().parameters.emplace();
        } else if (kind == "optional") {
            std::string role;
            words >> role;
            models.back().optional.insert(role);
        } else if (kind == "note") {
            std::string code;
            words >> code;
            models.back().notes.insert(code);
        } else if (!kind.empty() && kind != "#")
            addRole(models.back(), line);
    }
    return models;
}

} // namespace loupe::test
