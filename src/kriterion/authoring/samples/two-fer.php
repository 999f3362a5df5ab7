<?php

function twoFer(string $name = 'you'): string
{
    return "One for $name, one for me.";
}
